// Which element of a host tensor lies where in its device layout.
#include "sim/number/stick_map.hpp"

#include "models/base/error.hpp"
#include "models/base/quantity.hpp"
#include "sim/number/arrangement.hpp"

#include <algorithm>
#include <string>

namespace spyre::number {
namespace {

struct HostDim {
  std::int64_t stride = 1, size = 1;
};

// Dimensions that have a second element, innermost first.
std::vector<HostDim> real_dims(const std::vector<std::int64_t>& shape,
                               const std::vector<std::int64_t>& strides) {
  std::vector<HostDim> dims;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] > 1 && strides[i] != 0) dims.push_back({strides[i], shape[i]});
  std::stable_sort(dims.begin(), dims.end(),
                   [](const HostDim& a, const HostDim& b) { return a.stride < b.stride; });
  return dims;
}

int owner_of(const std::vector<HostDim>& dims, std::int64_t count, std::int64_t stride) {
  int owner = -1;
  if (stride <= 0 || count <= 1) return owner;
  for (std::size_t i = 0; i < dims.size(); ++i)
    if (dims[i].stride <= stride) owner = static_cast<int>(i);
  return owner;
}

// A host dimension that no device dimension serves is folded into the next inner one: a flattened
// view.
std::vector<std::int64_t> limits_of(const std::vector<HostDim>& dims,
                                    const std::vector<bool>& served) {
  std::vector<std::int64_t> limits;
  int inner = -1;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    limits.push_back(dims[i].size);
    if (served[i])
      inner = static_cast<int>(i);
    else if (inner >= 0)
      limits[static_cast<std::size_t>(inner)] *= dims[i].size;
  }
  return limits;
}

void require(bool condition, const std::string& what, const std::string& expected) {
  if (!condition) throw Error(ErrorKind::Input, "layout of a tensor", what, expected);
}

// Sizes stay far from where products of them would overflow.
constexpr std::int64_t kMost = std::int64_t{1} << 40;

bool within(const std::vector<std::int64_t>& numbers, std::int64_t least) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [=](std::int64_t n) { return n >= least && n <= kMost; });
}

bool product_within(const std::vector<std::int64_t>& numbers) {
  int128 product = 1;
  for (const std::int64_t n : numbers)
    product = std::min<int128>(product * std::max<std::int64_t>(n, 1), int128{kMost} + 1);
  return product <= kMost;
}

bool span_within(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides) {
  int128 span = 0;
  for (std::size_t i = 0; i < shape.size(); ++i)
    span += static_cast<int128>(std::max<std::int64_t>(shape[i], 1) - 1) * strides[i];
  return span <= kMost;
}

void check(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides,
           const plan::DeviceLayout& layout) {
  check_host_view(shape, strides);
  require(!layout.device_size.empty() && layout.device_size.size() == layout.stride_map.size(),
          "device_size and stride_map differ in rank", "one stride per device dimension");
  require(within(layout.device_size, 1) && product_within(layout.device_size),
          "device_size has an impossible size", "sizes of 1 and more, at most 2^40 elements");
  require(within(layout.stride_map, -1), "stride_map has an impossible stride", "-1 and more");
  const std::int64_t bits = layout.device_size.back() * plan::element_bits(layout.format);
  require(bits == plan::kStickBytes * 8,
          "the last device dimension has " + std::to_string(layout.device_size.back()) + " lanes",
          std::to_string(plan::kStickBytes * 8 / plan::element_bits(layout.format)) +
              " for one stick of " + std::string(plan::name(layout.format)));
}

}  // namespace

void check_host_view(const std::vector<std::int64_t>& shape,
                     const std::vector<std::int64_t>& strides) {
  require(shape.size() == strides.size(), "host shape and strides differ in rank",
          std::to_string(shape.size()) + " strides");
  require(within(shape, 0) && within(strides, 0) && product_within(shape) &&
              span_within(shape, strides),
          "host shape or strides are impossible",
          "sizes and strides of 0 and more, at most 2^40 elements");
}

StickMap::StickMap(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides,
                   const plan::DeviceLayout& layout, int stagger_group) {
  check(shape, strides, layout);
  read_dims(shape, strides, layout);
  read_arrangement(layout, stagger_group);
}

void StickMap::read_dims(const std::vector<std::int64_t>& shape,
                         const std::vector<std::int64_t>& strides,
                         const plan::DeviceLayout& layout) {
  const std::vector<HostDim> dims = real_dims(shape, strides);
  std::vector<bool> served(dims.size(), false);
  for (std::size_t i = layout.device_size.size(); i-- > 0;) {
    const int owner = owner_of(dims, layout.device_size[i], layout.stride_map[i]);
    const std::int64_t stride = owner < 0 ? 0 : dims[static_cast<std::size_t>(owner)].stride;
    outer_.insert(outer_.begin(),
                  device_dim(layout.device_size[i], layout.stride_map[i], owner, stride));
    if (owner >= 0) served[static_cast<std::size_t>(owner)] = true;
  }
  lane_ = outer_.back();
  outer_.pop_back();
  std::stable_sort(outer_.begin(), outer_.end(), [](const DeviceDim& a, const DeviceDim& b) {
    return a.host_step > b.host_step;
  });
  lanes_ = lane_.count;
  lane_stride_ = lane_.host_step;
  limits_ = limits_of(dims, served);
  std::int64_t reach = 1;
  for (std::size_t host = 0; host < dims.size(); ++host)
    if (served[host]) reach += (limits_[host] - 1) * dims[host].stride;
  measure_host(shape, strides, reach);
}

StickMap::DeviceDim StickMap::device_dim(std::int64_t count, std::int64_t step, int owner,
                                         std::int64_t stride) {
  DeviceDim dim;
  dim.count = count;
  dim.device_step = device_elements_;
  device_elements_ *= count;
  dim.owner = owner;
  dim.only_first = step != 0 && owner < 0;
  if (owner < 0) return dim;
  require(
      step % stride == 0,
      "stride_map has " + std::to_string(step) + " for a host stride of " + std::to_string(stride),
      "a multiple of it");
  dim.host_step = step;
  dim.owner_step = step / stride;
  return dim;
}

void StickMap::measure_host(const std::vector<std::int64_t>& shape,
                            const std::vector<std::int64_t>& strides, std::int64_t reach) {
  for (std::size_t i = 0; i < shape.size(); ++i) {
    host_elements_ += (shape[i] - 1) * strides[i];
    if (shape[i] == 0) lane_.count = 0;
  }
  if (lane_.count == 0) host_elements_ = 0;
  require(lane_.count == 0 || reach <= host_elements_,
          "the layout reaches " + std::to_string(reach) + " host elements",
          "at most " + std::to_string(host_elements_));
}

void StickMap::read_arrangement(const plan::DeviceLayout& layout, int group) {
  stored_ = stored_positions(arrangement_named(layout.arrangement), group);
  if (stored_.empty() || static_cast<std::int64_t>(stored_.size()) == lanes_) return;
  for (std::size_t i = 0; i < outer_.size(); ++i) {
    if (lane_.host_step <= 0 || outer_[i].host_step != lane_.host_step * lanes_) continue;
    stick_step_ = outer_[i].device_step;
    stick_count_ = outer_[i].count;
    require(
        stick_count_ % (static_cast<std::int64_t>(stored_.size()) / lanes_) == 0,
        "arrangement " + layout.arrangement + " with " + std::to_string(stick_count_) + " sticks",
        "whole pairs");
    return;
  }
  // One stick along the dimension (a scalar, or a sparse result): its element is lane 0 in every
  // arrangement.
  stored_.clear();
}

std::int64_t StickMap::stored(std::int64_t run_device, std::int64_t lane) const {
  const auto at = [&](std::int64_t i) {
    return static_cast<std::int64_t>(stored_[static_cast<std::size_t>(i)]);
  };
  const auto period = static_cast<std::int64_t>(stored_.size());
  if (period == lanes_) return run_device + at(lane);
  const std::int64_t per = period / lanes_;
  const std::int64_t stick = run_device / stick_step_ % stick_count_;
  const std::int64_t position = at(stick % per * lanes_ + lane);
  const std::int64_t first = run_device - stick % per * stick_step_;
  return first + position / lanes_ * stick_step_ + position % lanes_;
}

std::int64_t StickMap::lanes_below(std::int64_t coordinate) const {
  if (lane_.only_first) return std::min<std::int64_t>(1, lane_.count);
  if (lane_.owner < 0) return lane_.count;
  const std::int64_t left = limits_[static_cast<std::size_t>(lane_.owner)] - coordinate;
  return std::clamp<std::int64_t>(div_up(left, lane_.owner_step), 0, lane_.count);
}

StickRun StickMap::run_at(const std::vector<std::int64_t>& index) const {
  StickRun run;
  std::int64_t lane_coordinate = 0;
  for (std::size_t host = 0; host < limits_.size(); ++host) {
    std::int64_t coordinate = 0;
    for (std::size_t i = 0; i < outer_.size(); ++i)
      if (outer_[i].owner == static_cast<int>(host)) coordinate += index[i] * outer_[i].owner_step;
    if (coordinate >= limits_[host]) return run;
    if (lane_.owner == static_cast<int>(host)) lane_coordinate = coordinate;
  }
  for (std::size_t i = 0; i < outer_.size(); ++i) {
    if (outer_[i].only_first && index[i] > 0) return run;
    run.device += index[i] * outer_[i].device_step;
    run.host += index[i] * outer_[i].host_step;
  }
  run.lanes = lanes_below(lane_coordinate);
  return run;
}

bool StickMap::advance(std::vector<std::int64_t>& index) const {
  for (std::size_t i = index.size(); i-- > 0;) {
    if (++index[i] < outer_[i].count) return true;
    index[i] = 0;
  }
  return false;
}

}  // namespace spyre::number
