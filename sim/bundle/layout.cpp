// Extents in sticks, strides and core offsets of a tensor.
#include "sim/bundle/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/bundle/json.hpp"

namespace spyre::bundle {
namespace {

using plan::LayoutLevel;
using plan::Operation;
using plan::Tensor;
using plan::TensorDim;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

// Read numbers can be absurd; beyond the address space they only need to stay wrong, not exact.
std::int64_t bounded(int128 value) {
  constexpr int128 kLimit = int128{1} << 46;
  return static_cast<std::int64_t>(std::clamp(value, -kLimit, kLimit));
}

// Dimensions of the index tensor are rows of the value tensor: one page each (plan-execution 1.4).
bool is_indexed(const Operation& operation, const Tensor& tensor, plan::DimId dim) {
  if (tensor.indirection != plan::Indirection::ValueTensor || tensor.partner < 0) return false;
  return operation.tensors[at(tensor.partner)].dims[at(dim)].scale > 0;
}

// Allocated elements of a dimension that is present.
std::int64_t allocated_extent(const Operation& operation, const Tensor& tensor, plan::DimId dim) {
  const TensorDim& view = tensor.dims[at(dim)];
  if (tensor.in_lx()) return core_extent(operation, tensor, dim) + view.back_gap;
  const plan::Dim& d = operation.dims[at(dim)];
  if (view.windowed && d.window) return d.window->total_size;
  return d.extent + (view.gap_is_shortfall ? -view.back_gap : view.back_gap);
}

void set_units(const Operation& operation, const Tensor& tensor, LayoutLevel& level) {
  const TensorDim& view = tensor.dims[at(level.dim)];
  level.units = level.core_units = 1;
  if (view.scale < 0) return;
  const std::int64_t unit = stick_elements(tensor, level.dim);
  level.core_units = div_up(core_extent(operation, tensor, level.dim), unit);
  if (is_indexed(operation, tensor, level.dim)) return;
  level.units = div_up(allocated_extent(operation, tensor, level.dim), unit);
}

// Rows picked by an index lie one page apart, whatever their place in the layout.
void set_page_pitch(const Operation& operation, Tensor& tensor, std::int64_t page) {
  for (LayoutLevel& level : tensor.layout) {
    if (is_indexed(operation, tensor, level.dim)) level.stride = page;
  }
}

}  // namespace

std::int64_t stick_elements(const Tensor& tensor, plan::DimId dim) {
  for (const plan::StickDim& stick : tensor.sticks) {
    if (stick.dim == dim) return stick.elements;
  }
  return 1;
}

// The folds count where a tensor is divided or spanned differently from the operation. Elsewhere
// they repeat the per-core size, or are wrong: 0 for an index tensor of less than a stick, too
// small for wide fp8 weights.
std::int64_t core_extent(const Operation& operation, const Tensor& tensor, plan::DimId dim) {
  const TensorDim& view = tensor.dims[at(dim)];
  int128 product = tensor.own_slice || view.windowed ? 1 : 0;
  for (const plan::Fold& fold : view.elements) {
    product = std::min<int128>(product * fold.factor, kLargestExtent);
  }
  return product > 0 ? static_cast<std::int64_t>(product) : operation.dims[at(dim)].per_core;
}

std::string lay_out(const Operation& operation, Tensor& tensor) {
  int128 stride = plan::kStickBytes, share = plan::kStickBytes;
  for (LayoutLevel& level : tensor.layout) {
    set_units(operation, tensor, level);
    if (level.units < 1 || level.core_units < 1) {
      return fmt::format("dimension {} has no extent left after its gap",
                         operation.dims[at(level.dim)].name);
    }
    level.stride = static_cast<std::int64_t>(stride);
    stride *= level.units;
    share *= level.core_units;
    if (std::max(stride, share) > kLargestAddress) {
      return "tensor is larger than the device's address space";
    }
  }
  set_page_pitch(operation, tensor, static_cast<std::int64_t>(stride));
  return {};
}

void settle_gap_meaning(const Operation& operation, Tensor& tensor,
                        const std::function<bool(const Tensor&)>& fits) {
  const bool in_question = std::any_of(tensor.dims.begin(), tensor.dims.end(),
                                       [](const TensorDim& view) { return view.gap_is_shortfall; });
  if (!in_question || fits(tensor)) return;
  Tensor ordinary = tensor;
  for (TensorDim& view : ordinary.dims) view.gap_is_shortfall = false;
  if (lay_out(operation, ordinary).empty() && fits(ordinary)) tensor = std::move(ordinary);
}

std::int64_t core_offset(const Operation& operation, const Tensor& tensor, std::size_t core) {
  const auto& slices = tensor.own_slice ? (*tensor.own_slice)[core] : operation.slice[core];
  int128 offset = 0;
  for (const LayoutLevel& level : tensor.layout) {
    const TensorDim& view = tensor.dims[at(level.dim)];
    if (view.core_factor <= 1) continue;
    const int128 first = static_cast<int128>(slices[at(level.dim)]) * view.core_alpha;
    offset = bounded(offset + first / stick_elements(tensor, level.dim) * level.stride);
  }
  return bounded(offset);
}

Touched touched_range(const plan::Launch& launch, int operation, const Tensor& tensor) {
  const auto [low, high] = std::minmax_element(tensor.start.begin(), tensor.start.end());
  Touched range{*low, *high + plan::kStickBytes};
  for (const LayoutLevel& level : tensor.layout) {
    range.last = bounded(range.last + static_cast<int128>(level.core_units - 1) * level.stride);
  }
  const std::vector<int> chain = launch.loop_chain(operation);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const std::int64_t trips = launch.loops[at(chain[i])].trips;
    const int128 moved =
        static_cast<int128>(tensor.loop_stride[i]) * std::max<std::int64_t>(trips - 1, 0);
    range.first = bounded(range.first + std::min<int128>(moved, 0));
    range.last = bounded(range.last + std::max<int128>(moved, 0));
  }
  return range;
}

}  // namespace spyre::bundle
