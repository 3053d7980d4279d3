// Axes, operands and layout classes of an operation.
#include "sim/make/step.hpp"

#include "models/base/error.hpp"
#include "models/base/quantity.hpp"
#include "sim/make/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace spyre::make {
namespace {

constexpr std::array kElementwise = {"mb", "x", "y", "i", "j", "ki", "kj"};
constexpr std::array kMatmul = {"ki", "kj", "y", "x", "mb", "out", "in"};

std::string axis_name(Naming naming, std::size_t position, std::size_t count) {
  if (naming == Naming::Matmul) return kMatmul[kMatmul.size() - count + position];
  return position + 1 == count ? "out" : kElementwise[position];
}

class StepMaker {
 public:
  StepMaker(const Kernel& kernel, plan::OpCode op, const Space& space)
      : kernel_(kernel), space_(space) {
    step_.op = op;
    name_axes();
  }

  Step run(const std::vector<Use>& inputs, const Use& output) {
    for (const Use& use : inputs) step_.inputs.push_back(operand(use));
    step_.output = operand(output);
    mark_sticks();
    label();
    return std::move(step_);
  }

 private:
  void name_axes() {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < space_.sizes.size(); ++i) {
      if (space_.sizes[i] > 1 || space_.keeps_ones) kept.push_back(i);
    }
    if (kept.empty() && space_.lanes == 0) kept.push_back(space_.sizes.size() - 1);
    axis_of_.assign(space_.sizes.size() + 1, -1);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      axis_of_[kept[i]] = static_cast<AxisId>(i);
      const bool reduced = !space_.reduced.empty() && space_.reduced[kept[i]];
      step_.axes.push_back(
          {axis_name(space_.naming, i, kept.size()), space_.sizes[kept[i]], 1, 1, reduced});
    }
    if (space_.lanes == 0) return;
    axis_of_.back() = static_cast<AxisId>(kept.size());
    step_.axes.push_back({kElementwise[kept.size()], space_.lanes, 1, 1, false});
  }

  Operand operand(const Use& use) const {
    const DeviceShape& shape = kernel_.values[at(use.value)].shape;
    Operand operand{use.value,   std::vector<AxisId>(shape.sizes.size(), -1), -1, use.first, {},
                    std::nullopt};
    for (std::size_t dim = 0; dim < shape.sizes.size(); ++dim) {
      if (use.along[dim] < 0) continue;
      const std::int64_t walked = size_of(use.along[dim]), size = shape.sizes[dim];
      const bool tiled = size == walked * kernel_.tiles && kernel_.tiles > 1;
      ensure(tiled || size == walked || size == 1 || !use.first.empty(),
             "an operand fits its operation");
      if (tiled) operand.tiled = static_cast<int>(dim);
      if (size > 1 || walked == 1) operand.axes[dim] = axis_of_[at(use.along[dim])];
    }
    return operand;
  }
  [[nodiscard]] std::int64_t size_of(int dimension) const {
    return dimension == static_cast<int>(space_.sizes.size()) ? space_.lanes
                                                              : space_.sizes[at(dimension)];
  }

  void mark_sticks() {
    const auto mark = [&](const Operand& operand) {
      const AxisId axis = stick_axis(operand);
      if (axis < 0) return;
      const std::int64_t lanes = elements_per_stick(kernel_.values[at(operand.value)].shape.format);
      step_.axes[at(axis)].unit = std::max(step_.axes[at(axis)].unit, lanes);
      if (step_.stick < 0) step_.stick = axis;
    };
    for (const Operand& input : step_.inputs) mark(input);
    mark(step_.output);
    if (step_.stick < 0) step_.stick = static_cast<AxisId>(step_.axes.size()) - 1;
  }
  [[nodiscard]] AxisId stick_axis(const Operand& operand) const {
    const DeviceShape& shape = kernel_.values[at(operand.value)].shape;
    return shape.stick < 0 ? -1 : operand.axes[at(shape.stick)];
  }

  // A class is a stick dimension: the first is OUTPUT, a second KERNEL. A matmul's classes are its
  // roles.
  void label() {
    if (space_.naming == Naming::Matmul) {
      step_.inputs[0].label = "INPUT";
      step_.inputs[1].label = "KERNEL";
      step_.output.label = "OUTPUT";
      return;
    }
    const auto label_of = [&](const Operand& operand) {
      const AxisId axis = stick_axis(operand);
      return axis < 0 || axis == step_.stick ? "OUTPUT" : "KERNEL";
    };
    for (Operand& input : step_.inputs) input.label = label_of(input);
    step_.output.label = label_of(step_.output);
  }

  const Kernel& kernel_;
  const Space& space_;
  Step step_;
  std::vector<AxisId> axis_of_;  // by dimension of the space, the lanes last
};

}  // namespace

Space space_of(const DeviceShape& shape) {
  return {shape.sizes, {}, Naming::Elementwise, false, 0};
}

Use aligned(const Kernel& kernel, ValueId value, const Space& space) {
  const std::size_t rank = kernel.values[at(value)].shape.sizes.size();
  Use use{value, {}};
  for (std::size_t dim = 0; dim < rank; ++dim)
    use.along.push_back(static_cast<int>(space.sizes.size() - rank + dim));
  return use;
}

Step make_step(const Kernel& kernel, plan::OpCode op, const Space& space,
               const std::vector<Use>& inputs, const Use& output) {
  return StepMaker(kernel, op, space).run(inputs, output);
}

}  // namespace spyre::make
