// How the operations that do not walk plainly walk their operands.
#include "sim/execute/operations.hpp"
#include "sim/number/arrangement.hpp"

#include <algorithm>

namespace spyre::execute {
namespace {

using plan::OpCode;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

// Digits of the tensor at the narrow end of a wiring, by coordinates of the SEN169 side.
std::vector<Digit> wired(const std::vector<number::LaneDigit>& wiring, const plan::Tensor& tensor,
                         std::int64_t stick_stride) {
  const std::int64_t lanes = tensor.sticks.front().elements;
  const std::int64_t bytes = plan::element_bits(tensor.format) / 8;
  std::vector<Digit> digits;
  std::int64_t period = 1;
  for (const number::LaneDigit& digit : wiring) {
    const bool in_stick = digit.position < lanes;
    digits.push_back(
        {digit.weight, in_stick ? digit.position * bytes : digit.position / lanes * stick_stride});
    period *= digit.count;
  }
  digits.push_back({period, period / lanes * stick_stride});
  return digits;
}

// Conversions move lanes by a fixed wiring that the folds of the nodes do not show
// (plan-execution 1.9).
void follow_wiring(Walk& walk, const plan::Operation& operation, plan::Format end,
                   const std::vector<number::LaneDigit>& wiring) {
  for (std::size_t t = 0; t < operation.tensors.size(); ++t) {
    const plan::Tensor& tensor = operation.tensors[t];
    if (tensor.format != end || tensor.sticks.empty()) continue;
    const plan::DimId dim = tensor.sticks.front().dim;
    for (const plan::LayoutLevel& level : tensor.layout)
      if (level.dim == dim && tensor.dims[at(dim)].scale > 0)
        walk.digits[t][at(dim)] = wired(wiring, tensor, level.stride);
  }
}

// Coordinates that one of the two tensors does not have are not moved (plan-execution 1.3).
void leave_out_shortfalls(Walk& walk, const plan::Operation& operation) {
  for (std::size_t d = 0; d < operation.dims.size(); ++d)
    walk.ranges[d].count =
        std::min(walk.ranges[d].count, existing_extent(operation, static_cast<plan::DimId>(d)));
}

// Source and destination of a shuffle hold shares of different sizes.
void walk_held_shares(Walk& walk, const plan::Operation& operation) {
  for (const plan::Tensor& tensor : operation.tensors) {
    std::vector<Range>& ranges = walk.own_ranges.emplace_back();
    for (std::size_t d = 0; d < operation.dims.size(); ++d)
      ranges.push_back({0, held_extent(operation, tensor, static_cast<plan::DimId>(d))});
  }
}

}  // namespace

std::int64_t held_extent(const plan::Operation& operation, const plan::Tensor& tensor,
                         plan::DimId dim) {
  if (tensor.dims[at(dim)].scale <= 0) return 1;
  std::int64_t product = 1;
  for (const plan::Fold& fold : tensor.dims[at(dim)].elements) product *= fold.factor;
  return tensor.own_slice && product > 0 ? product : operation.dims[at(dim)].per_core;
}

std::int64_t existing_extent(const plan::Operation& operation, plan::DimId dim) {
  std::int64_t extent = operation.dims[at(dim)].extent;
  for (const plan::Tensor& tensor : operation.tensors) {
    const plan::TensorDim& view = tensor.dims[at(dim)];
    if (view.gap_is_shortfall)
      extent = std::min(extent, operation.dims[at(dim)].extent - view.back_gap);
  }
  return extent;
}

Walk walk_of(const plan::Operation& operation, const number::Rules& rules) {
  Walk walk = plain_walk(operation);
  switch (operation.op) {
    case OpCode::Dl16ToFp32:
    case OpCode::Fp32ToDl16:
      follow_wiring(walk, operation, plan::Format::IeeeFp32,
                    number::fp32_of_dl16(rules.fp32_stagger_group));
      break;
    case OpCode::Qfp8Ch:
    case OpCode::Fp8ToDl16:
      follow_wiring(walk, operation, plan::Format::Sen143Fp8, number::fp8_of_dl16());
      break;
    case OpCode::ReStickifyHbm:
    case OpCode::ReStickifyLx: leave_out_shortfalls(walk, operation); break;
    case OpCode::Shuffle: walk_held_shares(walk, operation); break;
    default: break;
  }
  return walk;
}

}  // namespace spyre::execute
