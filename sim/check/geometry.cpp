#include "sim/check/geometry.hpp"

#include <algorithm>
#include <cstdlib>

namespace spyre::check {
namespace {

std::size_t at(plan::DimId dim) { return static_cast<std::size_t>(dim); }

// A stride with the range of whole steps that two boxes allow between them.
struct Steps {
  std::int64_t stride, low, high;
};

std::vector<Steps> steps_between(const Box& a, const Box& b) {
  std::vector<Steps> all;
  for (const Axis axis : a.axes) all.push_back({axis.stride, 0, axis.count - 1});
  for (const Axis axis : b.axes) all.push_back({axis.stride, 1 - axis.count, 0});
  std::sort(all.begin(), all.end(), [](Steps x, Steps y) { return x.stride < y.stride; });
  std::vector<Steps> merged;
  for (const Steps s : all) {
    const bool same = !merged.empty() && merged.back().stride == s.stride;
    if (!same) merged.push_back({s.stride, 0, 0});
    merged.back().low = plus(merged.back().low, s.low);
    merged.back().high = plus(merged.back().high, s.high);
  }
  return merged;
}

bool divides_up(const std::vector<Steps>& steps) {
  for (std::size_t k = 0; k + 1 < steps.size(); ++k) {
    if (steps[k].stride <= 0 || steps[k + 1].stride % steps[k].stride != 0) return false;
  }
  return true;
}

// Whether `distance` is a sum of whole steps from position k on; every stride divides the next one.
// `budget` bounds the candidates looked at.
bool reachable(const std::vector<Steps>& steps, std::size_t k, std::int64_t distance, int& budget) {
  if (k == steps.size()) return distance == 0;
  const Steps& s = steps[k];
  if (distance % s.stride != 0) return false;
  const std::int64_t wanted = distance / s.stride;
  if (k + 1 == steps.size()) return s.low <= wanted && wanted <= s.high;
  const std::int64_t period = steps[k + 1].stride / s.stride;
  std::int64_t step = s.low + ((wanted - s.low) % period + period) % period;
  for (; step <= s.high && --budget > 0; step += period) {
    if (reachable(steps, k + 1, plus(distance, times(-step, s.stride)), budget)) return true;
  }
  return false;
}

// A restickify skips the elements that its padded iteration space has and the tensor lacks.
std::int64_t core_units(const plan::Tensor& tensor, const plan::LayoutLevel& level) {
  const bool shortfall = tensor.dims[at(level.dim)].gap_is_shortfall;
  return shortfall ? std::min(level.core_units, level.units) : level.core_units;
}

std::int64_t units_touched(const plan::Tensor& tensor, const plan::LayoutLevel& level) {
  const plan::TensorDim& dim = tensor.dims[at(level.dim)];
  const std::int64_t mine = core_units(tensor, level);
  if (dim.core_factor <= 1) return mine;
  return times(dim.core_factor - 1, dim.core_alpha) / stick_elements(tensor, level.dim) + mine;
}

}  // namespace

std::int64_t stick_elements(const plan::Tensor& tensor, plan::DimId dim) {
  for (const plan::StickDim& stick : tensor.sticks) {
    if (stick.dim == dim) return stick.elements;
  }
  return 1;
}

bool in_stick(const plan::Tensor& tensor, plan::DimId dim) {
  return std::any_of(tensor.sticks.begin(), tensor.sticks.end(),
                     [dim](const plan::StickDim& s) { return s.dim == dim; });
}

const plan::LayoutLevel* level_of(const plan::Tensor& tensor, plan::DimId dim) {
  const auto level = std::find_if(tensor.layout.begin(), tensor.layout.end(),
                                  [dim](const plan::LayoutLevel& l) { return l.dim == dim; });
  return level == tensor.layout.end() ? nullptr : &*level;
}

std::int64_t slice_of(const plan::Operation& op, const plan::Tensor& tensor, std::size_t core,
                      plan::DimId dim) {
  return (tensor.own_slice ? *tensor.own_slice : op.slice)[core][at(dim)];
}

std::int64_t share_offset(const plan::Operation& op, const plan::Tensor& tensor, std::size_t core) {
  std::int64_t bytes = 0;
  for (const plan::LayoutLevel& level : tensor.layout) {
    const plan::TensorDim& dim = tensor.dims[at(level.dim)];
    if (dim.core_factor <= 1) continue;
    const std::int64_t first = times(slice_of(op, tensor, core, level.dim), dim.core_alpha);
    bytes = plus(bytes, times(first / stick_elements(tensor, level.dim), level.stride));
  }
  return bytes;
}

std::int64_t core_bytes(const plan::Tensor& tensor) {
  std::int64_t bytes = plan::kStickBytes;
  for (const plan::LayoutLevel& level : tensor.layout) bytes = times(bytes, level.core_units);
  return bytes;
}

std::int64_t core_span(const plan::Tensor& tensor) {
  std::int64_t bytes = plan::kStickBytes;
  for (const plan::LayoutLevel& level : tensor.layout) {
    bytes = plus(bytes, times(core_units(tensor, level) - 1, level.stride));
  }
  return bytes;
}

Range loop_reach(const plan::Launch& launch, int operation, const plan::Tensor& tensor) {
  Range reach;
  const std::vector<int> chain = launch.loop_chain(operation);
  for (std::size_t k = 0; k < chain.size() && k < tensor.loop_stride.size(); ++k) {
    const std::int64_t trips = launch.loops[static_cast<std::size_t>(chain[k])].trips;
    const std::int64_t farthest =
        times(std::max<std::int64_t>(trips - 1, 0), tensor.loop_stride[k]);
    std::int64_t& side = farthest < 0 ? reach.begin : reach.end;
    side = plus(side, farthest);
  }
  return reach;
}

Range Box::bounds() const {
  Range range{base, base + plan::kStickBytes};
  for (const Axis axis : axes) range.end = plus(range.end, times(axis.count - 1, axis.stride));
  return range;
}

bool Box::dense() const {
  std::int64_t next = plan::kStickBytes;
  for (const Axis axis : axes) {
    if (axis.stride != next) return false;
    next = times(next, axis.count);
  }
  return true;
}

Box box_of(std::int64_t base, std::vector<Axis> axes) {
  for (Axis& axis : axes) {
    if (axis.stride < 0) base = plus(base, times(axis.count - 1, axis.stride));
    axis.stride = std::abs(axis.stride);
  }
  axes.erase(std::remove_if(axes.begin(), axes.end(),
                            [](Axis a) { return a.count <= 1 || a.stride == 0; }),
             axes.end());
  std::sort(axes.begin(), axes.end(), [](Axis a, Axis b) { return a.stride < b.stride; });
  return {base, std::move(axes)};
}

bool covers(const Box& whole, const Box& part) {
  return whole.dense() ? whole.bounds().holds(part.bounds()) : piece_of(part, whole);
}

std::int64_t run_count(const Box& box) {
  std::int64_t next = plan::kStickBytes, count = 1;
  for (const Axis axis : box.axes) {
    const bool joined = count == 1 && axis.stride == next;
    next = times(axis.stride, axis.count);
    if (!joined) count = times(count, axis.count);
  }
  return count;
}

Box whole_box(const plan::Operation& op, const plan::Tensor& tensor) {
  std::vector<Axis> axes;
  for (const plan::LayoutLevel& level : tensor.layout) {
    axes.push_back({level.stride, units_touched(tensor, level)});
  }
  return box_of(tensor.start.front() - share_offset(op, tensor, 0), std::move(axes));
}

Box core_box(const plan::Tensor& tensor, std::size_t core) {
  std::vector<Axis> axes;
  for (const plan::LayoutLevel& level : tensor.layout) {
    axes.push_back({level.stride, core_units(tensor, level)});
  }
  return box_of(tensor.start[core], std::move(axes));
}

bool overlap(const Box& a, const Box& b) {
  if (!a.bounds().meets(b.bounds())) return false;
  if (a.dense() && b.dense()) return true;
  const std::vector<Steps> steps = steps_between(a, b);
  int budget = 10'000;
  return divides_up(steps) && reachable(steps, 0, b.base - a.base, budget);
}

bool piece_of(const Box& part, const Box& whole) {
  std::int64_t offset = part.base - whole.base;
  if (offset < 0) return false;
  std::size_t matched = 0;
  for (std::size_t k = whole.axes.size(); k-- > 0;) {
    const Axis axis = whole.axes[k];
    const auto same = std::find_if(part.axes.begin(), part.axes.end(),
                                   [&](Axis a) { return a.stride == axis.stride; });
    const std::int64_t count = same == part.axes.end() ? 1 : same->count;
    if (offset / axis.stride + count > axis.count) return false;
    offset %= axis.stride;
    matched += same == part.axes.end() ? 0U : 1U;
  }
  return offset == 0 && matched == part.axes.size();
}

std::vector<Range> runs(const Box& box) {
  std::vector<Range> ranges{{box.base, box.base + plan::kStickBytes}};
  for (const Axis axis : box.axes) {
    if (ranges.size() == 1 && axis.stride == ranges.front().end - ranges.front().begin) {
      ranges.front().end = plus(ranges.front().end, times(axis.count - 1, axis.stride));
      continue;
    }
    const std::vector<Range> once = ranges;
    for (std::int64_t k = 1; k < axis.count; ++k) {
      for (const Range r : once) {
        ranges.push_back({r.begin + k * axis.stride, r.end + k * axis.stride});
      }
    }
  }
  return ranges;
}

}  // namespace spyre::check
