// Cuts a number into the digits of its axes.
#include "sim/sweep/points.hpp"

#include "models/base/error.hpp"
#include "sim/sweep/shuffled.hpp"

#include <algorithm>
#include <utility>

namespace spyre::sweep {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
constexpr std::string_view kBuild = "build.";

std::uint64_t length(const std::vector<Axis>& axes, Combine combine) {
  std::uint64_t size = 1;
  for (const Axis& axis : axes) {
    const std::uint64_t n = axis.values.size();
    size = combine == Combine::Zip ? std::max(size, n) : size * n;
    if (size > kMost)
      throw Error(ErrorKind::Input, axis.name, "makes more than 2^40 points", "fewer values");
  }
  return size;
}

// Which value each axis has at a number.
std::vector<std::size_t> digits(const std::vector<Axis>& axes, Combine combine,
                                std::uint64_t number) {
  std::vector<std::size_t> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    const std::uint64_t n = axes[i].values.size();
    values[i] = combine == Combine::Zip && n == 1 ? 0 : static_cast<std::size_t>(number % n);
    if (combine == Combine::Product) number /= n;
  }
  return values;
}

}  // namespace

Points::Points(Spec spec) : spec_(std::move(spec)) {
  for (const std::vector<Axis>* axes : {&spec_.build_axes, &spec_.card_axes}) {
    for (const Axis& axis : *axes) names_.push_back(axis.name);
  }
  if (!spec_.plans.empty()) add_group({false, {{"plan", spec_.plans}}, 0});
  if (spec_.builds()) add_group({true, spec_.build_axes, 0});
  size_ = spec_.sample ? std::min(spec_.sample->points, all_) : all_;
}

void Points::add_group(Group group) {
  group.axes.insert(group.axes.end(), spec_.card_axes.begin(), spec_.card_axes.end());
  group.size = length(group.axes, spec_.combine);
  all_ += group.size;
  groups_.push_back(std::move(group));
}

void Points::assign(const Group& group, std::size_t axis, std::size_t value, Point& point) const {
  if (!group.built && axis == 0) {
    point.plan = value;
    point.plan_name = spec_.plans[value];
    return;
  }
  const auto& [name, values] = group.axes[axis];
  const auto column = std::find(names_.begin(), names_.end(), name) - names_.begin();
  point.cells[static_cast<std::size_t>(column)] = values[value];
  const bool of_build = group.built && axis < spec_.build_axes.size();
  (of_build ? point.build : point.card)[of_build ? name.substr(kBuild.size()) : name] =
      values[value];
}

Point Points::at(std::uint64_t number) const {
  ensure(number < size_, "a point beyond the sweep");
  Point point;
  point.number = number;
  point.card = spec_.card;
  point.cells.resize(names_.size());
  std::uint64_t left = spec_.sample ? shuffled(number, all_, spec_.sample->seed) : number;
  const Group* group = groups_.data();
  for (; left >= group->size; ++group) left -= group->size;
  if (group->built) point.build = spec_.build;
  const std::vector<std::size_t> values = digits(group->axes, spec_.combine, left);
  for (std::size_t axis = 0; axis < values.size(); ++axis)
    assign(*group, axis, values[axis], point);
  if (group->built) point.plan_name = point.build.at("op");
  return point;
}

make::Request request_of(const Point& point) {
  make::Request request;
  for (const auto& [field, value] : point.build) make::set_field(request, field, value);
  return request;
}

}  // namespace spyre::sweep
