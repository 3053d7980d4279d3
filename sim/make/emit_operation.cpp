// Dimensions, tensors and masks of one operation.
#include "sim/make/emit_operation.hpp"

#include "models/base/error.hpp"
#include "models/base/quantity.hpp"
#include "sim/make/footprint.hpp"
#include "sim/make/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace spyre::make {
namespace {

// Code of "smaller than everything" (plan-format 12, question 9), and its negative.
std::uint64_t lowest_code(plan::Format format) {
  return format == plan::Format::IeeeFp32 ? 0xFF800000 : 0xFFFF;
}
std::uint64_t highest_code(plan::Format format) {
  return format == plan::Format::IeeeFp32 ? 0x7F800000 : 0x7FFF;
}

// The value that lanes beyond the tensor take part with, for operations that must not see what lies
// there.
std::optional<std::uint64_t> mask_code(plan::OpCode op, plan::Format format) {
  if (op == plan::OpCode::Exp || op == plan::OpCode::Max) return lowest_code(format);
  if (op == plan::OpCode::Min) return highest_code(format);
  if (plan::is_reduction(op)) return 0;
  return std::nullopt;
}

class OperationMaker {
 public:
  OperationMaker(const Kernel& kernel, const Placement& placement, std::size_t index)
      : kernel_(kernel),
        placement_(placement),
        step_(kernel.steps[index]),
        division_(division_of(step_)) {
    out_.key = fmt::format("{}_{}", index, plan::name(step_.op));
    out_.op = step_.op;
    out_.unit = plan::is_matmul(step_.op) ? plan::ExecutionUnit::Pt : plan::ExecutionUnit::Sfp;
    out_.format = kernel.values[at(step_.output.value)].shape.format;
    out_.constants = step_.constants;
  }

  plan::Operation run() {
    add_dims();
    add_cores();
    for (const Operand& input : step_.inputs)
      out_.inputs.push_back(add_tensor(input, plan::Role::Input));
    out_.outputs.push_back(add_tensor(step_.output, plan::Role::Output));
    add_masks();
    if (kernel_.tiles > 1) out_.loop = 0;
    return std::move(out_);
  }

 private:
  // Dimensions of a plan are in the order of their names.
  void add_dims() {
    std::vector<AxisId> order(step_.axes.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](AxisId a, AxisId b) { return step_.axes[at(a)].name < step_.axes[at(b)].name; });
    dim_of_.resize(step_.axes.size());
    for (const AxisId axis : order) {
      const Axis& a = step_.axes[at(axis)];
      dim_of_[at(axis)] = static_cast<plan::DimId>(out_.dims.size());
      plan::Dim dim;
      dim.name = a.name;
      dim.extent = a.padded();
      dim.per_core = a.padded() / a.slices;
      dim.slices = a.slices;
      out_.dims.push_back(std::move(dim));
    }
  }

  void add_cores() {
    out_.slice = by_dimension(division_);
    for (std::size_t core = 0; core < division_.cores.size(); ++core) {
      out_.cores.push_back(static_cast<int>(core));
      out_.schedule.push_back({plan::ScheduleRow{}});
    }
  }
  [[nodiscard]] std::vector<std::vector<std::int64_t>> by_dimension(
      const Division& division) const {
    std::vector<std::vector<std::int64_t>> table;
    for (const auto& slices : division.cores) {
      auto& row = table.emplace_back(out_.dims.size(), 0);
      for (std::size_t axis = 0; axis < slices.size(); ++axis)
        row[at(dim_of_[axis])] = slices[axis];
    }
    return table;
  }

  plan::TensorId add_tensor(const Operand& operand, plan::Role role) {
    const auto id = static_cast<plan::TensorId>(out_.tensors.size());
    const Value& value = kernel_.values[at(operand.value)];
    const Place& place = placement_.places[at(operand.value)];
    plan::Tensor tensor;
    tensor.name = fmt::format("Tensor{}", id);
    tensor.label = operand.label;
    tensor.role = role;
    tensor.format = value.shape.format;
    tensor.component = place.home == Home::Lx ? plan::Component::Lx : plan::Component::Memory;
    tensor.storage = place.home == Home::Argument ? place.argument : plan::kLxStorage;
    tensor.sticks.push_back(
        {dim_of_[at(stick_axis(operand))], elements_per_stick(value.shape.format)});
    const Division division = division_of(step_, operand);
    if (step_.relayout) tensor.own_slice = by_dimension(division);
    lay_out(tensor, operand, division, value.shape);
    add_views(tensor, operand, division, value.shape);
    add_starts(tensor, operand, value.shape, place);
    tensor.max_dim_sizes.assign(tensor.layout.size(), -1);
    out_.tensors.push_back(std::move(tensor));
    return id;
  }

  // One-value sticks count as sticks of the operation's main class.
  [[nodiscard]] AxisId stick_axis(const Operand& operand) const {
    const DeviceShape& shape = kernel_.values[at(operand.value)].shape;
    const AxisId axis = shape.stick < 0 ? -1 : operand.axes[at(shape.stick)];
    return axis < 0 ? step_.stick : axis;
  }
  [[nodiscard]] bool has(const Operand& operand, AxisId axis) const {
    return std::find(operand.axes.begin(), operand.axes.end(), axis) != operand.axes.end();
  }

  void lay_out(plan::Tensor& tensor, const Operand& operand, const Division& division,
               const DeviceShape& shape) {
    std::int64_t stride = plan::kStickBytes;
    for (const AxisId axis : level_order(operand)) {
      const auto dim = std::find(operand.axes.begin(), operand.axes.end(), axis);
      plan::LayoutLevel level{dim_of_[at(axis)], 1, 1, stride};
      if (dim != operand.axes.end()) {
        const auto host_dim = static_cast<int>(dim - operand.axes.begin());
        const std::int64_t unit = host_dim == shape.stick ? elements_per_stick(shape.format) : 1;
        level.core_units = core_units(step_, division, {axis, unit, 0});
        level.units = tensor.in_lx() ? level.core_units : units(shape, host_dim);
      }
      stride *= level.units;
      tensor.layout.push_back(level);
    }
  }

  // Axes along which the value extends, innermost first.
  [[nodiscard]] std::vector<AxisId> extended(const Operand& operand) const {
    const DeviceShape& shape = kernel_.values[at(operand.value)].shape;
    std::vector<AxisId> axes;
    for (const int dim : shape.order) {
      if (units(shape, dim) == 1) continue;
      ensure(operand.axes[at(dim)] >= 0,
             "every extent of a tensor is a dimension of its operation");
      axes.push_back(operand.axes[at(dim)]);
    }
    return axes;
  }
  // Axes of one unit, and those the operand lacks, follow in the order of the operation's fullest
  // operand.
  [[nodiscard]] std::vector<AxisId> level_order(const Operand& operand) const {
    std::vector<AxisId> order = extended(operand);
    const auto append = [&](AxisId axis) {
      const bool listed = std::find(order.begin(), order.end(), axis) != order.end();
      if (!listed && (step_.broadcasts || has(operand, axis))) order.push_back(axis);
    };
    for (const AxisId axis : fullest_order()) append(axis);
    for (AxisId axis = 0; axis < static_cast<AxisId>(step_.axes.size()); ++axis) append(axis);
    return order;
  }
  [[nodiscard]] std::vector<AxisId> fullest_order() const {
    std::vector<AxisId> fullest = extended(step_.inputs.front());
    for (const Operand& input : step_.inputs) {
      if (extended(input).size() > fullest.size()) fullest = extended(input);
    }
    const std::vector<AxisId> output = extended(step_.output);
    return output.size() > fullest.size() ? output : fullest;
  }

  void add_views(plan::Tensor& tensor, const Operand& operand, const Division& division,
                 const DeviceShape& shape) {
    tensor.dims.resize(out_.dims.size());
    const AxisId stick = stick_axis(operand);
    const std::int64_t lanes = elements_per_stick(shape.format);
    for (AxisId axis = 0; axis < static_cast<AxisId>(step_.axes.size()); ++axis) {
      plan::TensorDim& view = tensor.dims[at(dim_of_[at(axis)])];
      if (has(operand, axis))
        view = present(axis, division, axis == stick ? lanes : 1);
      else if (step_.broadcasts)
        view = absent(axis == stick ? lanes : 1);
    }
    if (!tensor.in_lx()) add_gaps(tensor, operand, shape);
  }
  [[nodiscard]] plan::TensorDim present(AxisId axis, const Division& division,
                                        std::int64_t lanes) const {
    plan::TensorDim view;
    view.scale = 1;
    view.core_factor = division.slices[at(axis)];
    view.core_alpha = step_.axes[at(axis)].padded() / view.core_factor;
    view.elements = {{view.core_alpha, 1}};
    if (lanes > 1) view.elements = {{view.core_alpha / lanes, lanes}, {lanes, 1}};
    return view;
  }
  // Broadcast or reduced: one element, or lane 0 of one stick.
  static plan::TensorDim absent(std::int64_t lanes) {
    plan::TensorDim view;
    view.scale = lanes > 1 ? -2 : -1;
    view.core_alpha = lanes;
    view.elements = {{1, 1}};
    if (lanes > 1) view.elements = {{1, lanes}, {lanes, 0}};
    return view;
  }

  // What the allocation has beyond the walk, or lacks where the other tensor's sticks padded the
  // walk.
  void add_gaps(plan::Tensor& tensor, const Operand& operand, const DeviceShape& shape) const {
    for (std::size_t dim = 0; dim < operand.axes.size(); ++dim) {
      const AxisId axis = operand.axes[dim];
      if (axis < 0) continue;
      const auto host_dim = static_cast<int>(dim);
      const std::int64_t unit = host_dim == shape.stick ? elements_per_stick(shape.format) : 1;
      const std::int64_t gap = units(shape, host_dim) * unit - step_.axes[at(axis)].padded();
      plan::TensorDim& view = tensor.dims[at(dim_of_[at(axis)])];
      view.back_gap = gap < 0 ? -gap : gap;
      view.gap_is_shortfall = gap < 0;
    }
  }

  void add_starts(plan::Tensor& tensor, const Operand& operand, const DeviceShape& shape,
                  const Place& place) const {
    const std::vector<WalkLevel> walk = walk_of(kernel_, operand);
    for (std::size_t core = 0; core < division_.cores.size(); ++core) {
      const std::int64_t share =
          walk_begin(kernel_, operand) + share_offset(step_, division_, core, walk);
      tensor.start.push_back(place.offset + (tensor.in_lx() ? 0 : share));
    }
    if (kernel_.tiles == 1) return;
    const bool advances = operand.tiled >= 0 && !tensor.in_lx();
    const std::int64_t rows = advances ? shape.sizes[at(operand.tiled)] / kernel_.tiles : 0;
    tensor.loop_stride.push_back(advances ? rows * stride(shape, operand.tiled) : 0);
  }

  void add_masks() {
    const std::optional<std::uint64_t> code = mask_code(step_.op, out_.format);
    if (!code) return;
    for (std::size_t axis = 0; axis < step_.axes.size(); ++axis) {
      const Axis& a = step_.axes[axis];
      const bool matters = step_.op == plan::OpCode::Exp || a.reduced;
      if (matters && a.size != a.padded())
        out_.masks.push_back({dim_of_[axis], a.size, a.padded() - a.size});
    }
    if (out_.masks.empty()) return;
    out_.constants.push_back({"samv-maskvalue", out_.format, *code});
    out_.masking_const_id = 0;
  }

  const Kernel& kernel_;
  const Placement& placement_;
  const Step& step_;
  Division division_;
  std::vector<plan::DimId> dim_of_;  // by axis
  plan::Operation out_;
};

}  // namespace

plan::Operation emit_operation(const Kernel& kernel, const Placement& placement,
                               std::size_t index) {
  return OperationMaker(kernel, placement, index).run();
}

}  // namespace spyre::make
