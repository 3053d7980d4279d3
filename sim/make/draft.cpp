// Element-wise operations, reductions and copies of a kernel.
#include "sim/make/draft.hpp"

#include "models/base/error.hpp"
#include "sim/make/footprint.hpp"
#include "sim/make/index.hpp"
#include "sim/make/user_split.hpp"
#include "sim/number/codec.hpp"

#include <algorithm>
#include <numeric>

namespace spyre::make {
namespace {

// Elements one result of a reduction stands for.
std::int64_t reduced_elements(const Step& step) {
  std::int64_t count = 1;
  for (const Axis& axis : step.axes) count *= axis.reduced ? axis.size : 1;
  return count;
}

bool takes_mean(plan::OpCode op) {
  return op == plan::OpCode::Mean || op == plan::OpCode::MeanNonstick;
}

}  // namespace

plan::Constant constant(const std::string& name, double value, plan::Format format) {
  std::uint8_t bytes[8] = {};
  const auto number = static_cast<float>(value);
  number::codec(format, number::Rounding::NearestEven).encode(&number, bytes, 1);
  std::uint64_t bits = 0;
  for (std::size_t i = sizeof bytes; i-- > 0;) bits = bits << 8 | bytes[i];
  return {name, format, bits};
}

ValueId Draft::add(const std::string& name, DeviceShape shape, Origin origin) {
  return add_value(kernel, name, std::move(shape), origin);
}

ValueId Draft::input(const std::string& name, std::vector<std::int64_t> sizes) {
  return add(name, default_shape(std::move(sizes), format_), Origin::Input);
}

ValueId Draft::output(const std::string& name, std::vector<std::int64_t> sizes) {
  return add(name, default_shape(std::move(sizes), format_), Origin::Output);
}

ValueId Draft::intermediate(std::vector<std::int64_t> sizes) {
  return add("", default_shape(std::move(sizes), format_), Origin::Intermediate);
}

ValueId Draft::like(ValueId value) {
  DeviceShape shape = kernel.values[at(value)].shape;
  shape.sizes = tile(value);
  return add("", std::move(shape), Origin::Intermediate);
}

ValueId Draft::statistics(std::vector<std::int64_t> sizes) {
  return add("", sparse_shape(std::move(sizes), format_), Origin::Intermediate);
}

ValueId Draft::stacked(const std::string& name, std::vector<std::int64_t> sizes, Origin origin) {
  DeviceShape shape = default_shape(std::move(sizes), format_);
  std::iota(shape.order.rbegin(), shape.order.rend(), 0);
  return add(name, std::move(shape), origin);
}

ValueId Draft::view(ValueId value, std::vector<std::int64_t> sizes, std::vector<int> order) {
  const auto stick = static_cast<int>(sizes.size()) - 1;
  return add_view(kernel, value, {std::move(sizes), std::move(order), stick, format_});
}

ValueId Draft::dense(ValueId statistics) {
  DeviceShape shape = kernel.values[at(statistics)].shape;
  shape.stick = static_cast<int>(shape.sizes.size());
  shape.sizes.push_back(elements_per_stick(format_));
  shape.order.push_back(shape.stick);
  return add_view(kernel, statistics, std::move(shape));
}

const DeviceShape& Draft::shape(ValueId value) const { return kernel.values[at(value)].shape; }

Step& Draft::append(Step step) {
  kernel.steps.push_back(std::move(step));
  return kernel.steps.back();
}

Space Draft::tile_space(ValueId value) const {
  Space space = space_of(shape(value));
  const bool whole = kernel.values[at(value)].origin != Origin::Intermediate;
  if (whole && kernel.tiles > 1) space.sizes.front() /= kernel.tiles;
  return space;
}

void Draft::elementwise(plan::OpCode op, const std::vector<ValueId>& inputs, ValueId output,
                        const std::optional<Split>& split) {
  const Space space = tile_space(output);
  std::vector<Use> uses;
  for (const ValueId input : inputs) uses.push_back(aligned(kernel, input, space));
  Step& step = append(make_step(kernel, op, space, uses, aligned(kernel, output, space)));
  if (!split) return divide_by_default(kernel, step, cores_);
  const auto columns = static_cast<AxisId>(step.axes.size()) - 1;
  const AxisId rows = columns > 0 ? 0 : -1;
  divide_as_asked(step, {{-1, split->batch}, {rows, split->m}, {columns, split->n}, {-1, split->k}},
                  cores_);
}

void Draft::on_statistics(plan::OpCode op, const std::vector<ValueId>& inputs, ValueId output) {
  Space space = space_of(shape(output));
  space.lanes = elements_per_stick(format_);
  const auto lanes = static_cast<int>(space.sizes.size());
  const auto lane_by_lane = [&](ValueId value) {
    Use use = aligned(kernel, value, space);
    use.value = dense(value);
    use.along.push_back(lanes);
    return use;
  };
  // The layer norm's scale reads the statistics as they are.
  const bool as_they_are = op == plan::OpCode::LayerNormScale;
  std::vector<Use> uses;
  for (const ValueId input : inputs) {
    uses.push_back(as_they_are ? aligned(kernel, input, space) : lane_by_lane(input));
  }
  const Use result = lane_by_lane(output);
  divide_by_default(kernel, append(make_step(kernel, op, space, uses, result)), cores_);
}

void Draft::reduce(plan::OpCode on_stick, plan::OpCode off_stick, ValueId input, ValueId output) {
  Space space{{}, {}, Naming::Elementwise, false, 0};
  const std::vector<std::int64_t> all = tile_space(input).sizes;
  std::vector<int> along(all.size(), -1);
  for (const bool reduced : {false, true}) {
    for (std::size_t dim = 0; dim < all.size(); ++dim) {
      const bool gone = shape(output).sizes[dim] == 1 && all[dim] > 1;
      if (gone != reduced) continue;
      along[dim] = static_cast<int>(space.sizes.size());
      space.sizes.push_back(all[dim]);
      space.reduced.push_back(reduced);
    }
  }
  Step& step = append(make_step(kernel, on_stick, space, {{input, along}}, {output, along}));
  if (!step.axes[at(step.stick)].reduced) step.op = off_stick;
  if (takes_mean(step.op)) {
    step.constants.push_back(
        constant("scaling_factor", 1.0 / static_cast<double>(reduced_elements(step)), format_));
  }
  divide_by_default(kernel, step, cores_);
}

void Draft::move(const Space& space, const Use& input, const Use& output, plan::OpCode op) {
  Step& step = append(make_step(kernel, op, space, {input}, output));
  if (step.output.label != step.inputs.front().label) step.op = plan::OpCode::ReStickifyHbm;
  divide_by_default(kernel, step, cores_);
}

void Draft::copy(ValueId input, ValueId output, bool only_in_lx) {
  Space space = space_of(shape(input));
  const std::vector<std::int64_t>& other = shape(output).sizes;
  std::transform(space.sizes.begin(), space.sizes.end(), other.begin(), space.sizes.begin(),
                 [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
  move(space, aligned(kernel, input, space), aligned(kernel, output, space));
  kernel.steps.back().only_in_lx = only_in_lx;
}

ValueId Draft::relayout(ValueId value) {
  const Space space = space_of(shape(value));
  const ValueId moved = add("", shape(value), Origin::Intermediate);
  Step step = make_step(kernel, plan::OpCode::Shuffle, space, {aligned(kernel, value, space)},
                        aligned(kernel, moved, space));
  step.relayout = step.only_in_lx = true;
  step.inputs.front().own = producers_division(step, value);
  divide_by_default(kernel, step, cores_);
  const Footprint from = footprint(kernel, step, step.inputs.front()),
                  to = footprint(kernel, step, step.output);
  const bool same_cores = division_of(step).cores.size() == step.inputs.front().own->cores.size();
  if (from == to || !same_cores) return value;
  append(std::move(step));
  return moved;
}

Division Draft::producers_division(const Step& step, ValueId value) const {
  const auto producer = std::find_if(kernel.steps.rbegin(), kernel.steps.rend(),
                                     [&](const Step& s) { return s.output.value == value; });
  ensure(producer != kernel.steps.rend(), "a relayout follows the producer of its value");
  const Division theirs = division_of(*producer);
  Division mine{std::vector<std::int64_t>(step.axes.size(), 1), {}};
  mine.cores.assign(theirs.cores.size(), std::vector<std::int64_t>(step.axes.size(), 0));
  const Operand& operand = step.inputs.front();
  for (std::size_t dim = 0; dim < operand.axes.size(); ++dim) {
    if (operand.axes[dim] < 0) continue;
    const std::size_t axis = at(operand.axes[dim]), other = at(producer->output.axes[dim]);
    mine.slices[axis] = theirs.slices[other];
    for (std::size_t core = 0; core < mine.cores.size(); ++core)
      mine.cores[core][axis] = theirs.cores[core][other];
  }
  return mine;
}

}  // namespace spyre::make
