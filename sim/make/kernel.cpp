// Values, walks and core maps of a kernel.
#include "sim/make/kernel.hpp"

#include "models/base/error.hpp"
#include "sim/make/index.hpp"

namespace spyre::make {

ValueId add_value(Kernel& kernel, std::string name, DeviceShape shape, Origin origin) {
  const auto id = static_cast<ValueId>(kernel.values.size());
  kernel.values.push_back({std::move(name), std::move(shape), origin, id});
  return id;
}

ValueId add_view(Kernel& kernel, ValueId value, DeviceShape shape) {
  Value view = kernel.values[at(value)];
  ensure(bytes(view.shape) == bytes(shape), "a view has the bytes of its value");
  view.shape = std::move(shape);
  kernel.values.push_back(std::move(view));
  return static_cast<ValueId>(kernel.values.size()) - 1;
}

std::vector<WalkLevel> walk_of(const Kernel& kernel, const Operand& operand) {
  const DeviceShape& shape = kernel.values[at(operand.value)].shape;
  std::vector<WalkLevel> walk;
  for (auto dim = shape.order.rbegin(); dim != shape.order.rend(); ++dim) {
    const AxisId axis = operand.axes[at(*dim)];
    if (axis < 0) continue;
    walk.push_back(
        {axis, *dim == shape.stick ? elements_per_stick(shape.format) : 1, stride(shape, *dim)});
  }
  return walk;
}

std::int64_t walk_begin(const Kernel& kernel, const Operand& operand) {
  const DeviceShape& shape = kernel.values[at(operand.value)].shape;
  std::int64_t begin = 0;
  for (std::size_t dim = 0; dim < operand.first.size(); ++dim) {
    const auto host_dim = static_cast<int>(dim);
    const std::int64_t unit = host_dim == shape.stick ? elements_per_stick(shape.format) : 1;
    ensure(operand.first[dim] % unit == 0, "a walk begins at a whole stick");
    begin += operand.first[dim] / unit * stride(shape, host_dim);
  }
  return begin;
}

Division division_of(const Step& step) {
  std::vector<AxisId> order{step.fastest};
  std::int64_t cores = 1;
  Division out;
  for (AxisId axis = 0; axis < static_cast<AxisId>(step.axes.size()); ++axis) {
    if (axis != step.fastest) order.push_back(axis);
    out.slices.push_back(step.axes[at(axis)].slices);
    cores *= out.slices.back();
  }
  for (std::int64_t core = 0; core < cores; ++core) {
    std::int64_t rest = core;
    auto& row = out.cores.emplace_back(step.axes.size(), 0);
    for (const AxisId axis : order) {
      row[at(axis)] = rest % out.slices[at(axis)];
      rest /= out.slices[at(axis)];
    }
  }
  return out;
}

Division division_of(const Step& step, const Operand& operand) {
  return operand.own ? *operand.own : division_of(step);
}

}  // namespace spyre::make
