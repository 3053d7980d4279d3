// How a host tensor lies on the card: which host dimension runs inside the sticks and how the
// others nest around them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/plan/plan.hpp"

namespace spyre::make {

// Host dimensions are numbered outermost first, as PyTorch writes them.
struct DeviceShape {
  std::vector<std::int64_t> sizes;
  std::vector<int>
      order;  // host dimensions, innermost first; the stick dimension's place counts its sticks
  int stick = -1;  // host dimension inside the stick; -1: one value per stick, in lane 0
  plan::Format format = plan::Format::Sen169Fp16;
};

// The front end's own choice (plan-format 8.1): the first dimension innermost, then the sticks of
// the last, then the others from the last but one outwards.
DeviceShape default_shape(std::vector<std::int64_t> sizes, plan::Format format);
// The default of the dimensions taken in another order ("1,0,2"), kept in their own numbering.
DeviceShape permuted_shape(std::vector<std::int64_t> sizes, const std::vector<int>& permutation,
                           plan::Format format);
// The last dimension reduced away inside the stick: one value per stick.
DeviceShape sparse_shape(std::vector<std::int64_t> sizes, plan::Format format);

std::int64_t elements_per_stick(plan::Format format);
// Allocated extent of a host dimension in sticks (the stick dimension) or elements.
std::int64_t units(const DeviceShape& shape, int dim);
// Bytes from one unit of a host dimension to the next.
std::int64_t stride(const DeviceShape& shape, int dim);
std::int64_t bytes(const DeviceShape& shape);

std::vector<std::int64_t> host_strides(const DeviceShape& shape);
plan::DeviceLayout device_layout(const DeviceShape& shape);

}  // namespace spyre::make
