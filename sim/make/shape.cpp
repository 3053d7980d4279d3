// Extents, strides and descriptions of tensors on the card.
#include "sim/make/shape.hpp"

#include "models/base/quantity.hpp"
#include "sim/make/index.hpp"

#include <algorithm>

namespace spyre::make {

DeviceShape default_shape(std::vector<std::int64_t> sizes, plan::Format format) {
  const auto last = static_cast<int>(sizes.size()) - 1;
  const bool one_value = last < 0 || sizes.back() == 1;  // nothing to put beside it in the stick
  DeviceShape shape{std::move(sizes), {}, one_value ? -1 : last, format};
  if (last > 0) shape.order.push_back(0);
  if (last >= 0) shape.order.push_back(last);
  for (int dim = last - 1; dim > 0; --dim) shape.order.push_back(dim);
  return shape;
}

DeviceShape permuted_shape(std::vector<std::int64_t> sizes, const std::vector<int>& permutation,
                           plan::Format format) {
  DeviceShape shape = default_shape(std::move(sizes), format);
  for (int& dim : shape.order) dim = permutation[at(dim)];
  if (shape.stick >= 0) shape.stick = permutation[at(shape.stick)];
  return shape;
}

DeviceShape sparse_shape(std::vector<std::int64_t> sizes, plan::Format format) {
  DeviceShape shape{std::move(sizes), {}, -1, format};
  if (!shape.sizes.empty()) shape.order.push_back(0);
  for (int dim = static_cast<int>(shape.sizes.size()) - 1; dim > 0; --dim)
    shape.order.push_back(dim);
  return shape;
}

std::int64_t elements_per_stick(plan::Format format) {
  return plan::kStickBytes * 8 / plan::element_bits(format);
}

std::int64_t units(const DeviceShape& shape, int dim) {
  const std::int64_t size = shape.sizes[at(dim)];
  return dim == shape.stick ? div_up(size, elements_per_stick(shape.format)) : size;
}

std::int64_t stride(const DeviceShape& shape, int dim) {
  std::int64_t bytes = plan::kStickBytes;
  for (const int inner : shape.order) {
    if (inner == dim) break;
    bytes *= units(shape, inner);
  }
  return bytes;
}

std::int64_t bytes(const DeviceShape& shape) {
  std::int64_t bytes = plan::kStickBytes;
  for (const int dim : shape.order) bytes *= units(shape, dim);
  return bytes;
}

std::vector<std::int64_t> host_strides(const DeviceShape& shape) {
  std::vector<std::int64_t> strides(shape.sizes.size(), 1);
  for (std::size_t i = strides.size(); i-- > 1;) strides[i - 1] = strides[i] * shape.sizes[i];
  return strides;
}

// Outermost first, the lane last; a dimension that the host tensor does not have, or of size 1,
// moves nowhere (-1).
plan::DeviceLayout device_layout(const DeviceShape& shape) {
  const std::vector<std::int64_t> strides = host_strides(shape);
  const std::int64_t lanes = elements_per_stick(shape.format);
  plan::DeviceLayout layout;
  layout.format = shape.format;
  for (auto dim = shape.order.rbegin(); dim != shape.order.rend(); ++dim) {
    const bool sticks = *dim == shape.stick;
    layout.device_size.push_back(units(shape, *dim));
    layout.stride_map.push_back(
        shape.sizes[at(*dim)] == 1 ? -1 : strides[at(*dim)] * (sticks ? lanes : 1));
  }
  if (shape.order.size() < 2 && shape.stick < 0) {
    layout.device_size.insert(layout.device_size.begin(), 1);
    layout.stride_map.insert(layout.stride_map.begin(), -1);
  }
  layout.device_size.push_back(lanes);
  layout.stride_map.push_back(shape.stick < 0 ? -1 : strides[at(shape.stick)]);
  return layout;
}

}  // namespace spyre::make
