// Padding lanes that an operation replaces by its mask value before it computes.
#include "sim/execute/masks.hpp"

#include "sim/execute/kernels.hpp"

#include <limits>

namespace spyre::execute {
namespace {

// What changes no result of the operation.
float neutral_value(plan::OpCode op) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  switch (op) {
    case plan::OpCode::Max:
    case plan::OpCode::MaxNonstick:
    case plan::OpCode::Exp: return -kInfinity;
    case plan::OpCode::Min:
    case plan::OpCode::MinNonstick: return kInfinity;
    default: return 0;
  }
}

}  // namespace

// The constant is found by its name: maskingConstId_ is written as 0 whatever its number is.
Masks::Masks(const plan::Operation& operation)
    : operation_(operation),
      value_(constant_value(operation, "samv-maskvalue", neutral_value(operation.op))) {}

std::vector<plan::DimId> Masks::dims() const {
  std::vector<plan::DimId> dims;
  for (const plan::Mask& mask : operation_.masks) dims.push_back(mask.dim);
  return dims;
}

void Masks::apply(const OperationRun& run, std::size_t core, const Box& box,
                  const std::vector<std::int64_t>& index, std::int64_t first, std::size_t count,
                  float* values, std::uint8_t* doubts) const {
  for (const plan::Mask& mask : operation_.masks) {
    const Axis& inner = box.axes.back();
    const std::int64_t step = inner.dim == mask.dim ? inner.weight : 0;
    std::int64_t x = run.first_coordinate(mask.dim, core) +
                     box.first[static_cast<std::size_t>(mask.dim)] + first * step;
    for (std::size_t axis = 0; axis < index.size(); ++axis)
      if (box.axes[axis].dim == mask.dim) x += index[axis] * box.axes[axis].weight;
    for (std::size_t i = 0; i < count; ++i, x += step) {
      if (x < mask.first || x >= mask.first + mask.count) continue;
      values[i] = value_;
      doubts[i] = 0;
    }
  }
}

}  // namespace spyre::execute
