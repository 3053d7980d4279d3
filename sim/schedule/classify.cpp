#include "sim/schedule/classify.hpp"

#include <algorithm>

#include "sim/schedule/operand.hpp"

namespace spyre::schedule {
namespace {

using plan::OpCode;
using program::VectorKind;

bool any_input_scale(const plan::Operation& operation, std::int8_t scale) {
  return std::any_of(operation.inputs.begin(), operation.inputs.end(), [&](plan::TensorId id) {
    const auto& dims = operation.tensors[static_cast<std::size_t>(id)].dims;
    return std::any_of(dims.begin(), dims.end(), [scale](const plan::TensorDim& d) { return d.scale == scale; });
  });
}

bool output_keeps_lanes(const plan::Operation& operation) {
  if (operation.outputs.empty()) return false;
  const auto& dims = operation.tensors[static_cast<std::size_t>(operation.outputs.front())].dims;
  return std::none_of(dims.begin(), dims.end(), [](const plan::TensorDim& d) { return d.scale == -2; });
}

bool cheap_unary(OpCode op) {
  switch (op) {
    case OpCode::Neg: case OpCode::Abs: case OpCode::ReluFwd: case OpCode::Floor: case OpCode::Clip:
    case OpCode::LeakyReluFwd: case OpCode::Relu6Fwd: return true;
    default: return false;
  }
}

bool special_function(OpCode op) {
  switch (op) {
    case OpCode::Exp: case OpCode::Log: case OpCode::Sqrt: case OpCode::Rsqrt: case OpCode::Reciprocal:
    case OpCode::Sigmoid: case OpCode::Tanh: case OpCode::GeluFwd: case OpCode::Silu: case OpCode::Softplus:
    case OpCode::FastExp: case OpCode::FastSigmoid: case OpCode::Mish: case OpCode::LayerNormScale: return true;
    default: return false;
  }
}

bool conversion(OpCode op) { return op >= OpCode::Dl16ToFp32 && op <= OpCode::CsqInt4Wt; }

bool gathers(const plan::Operation& operation) {
  return std::any_of(operation.tensors.begin(), operation.tensors.end(), [](const plan::Tensor& t) { return t.indirection != plan::Indirection::None; });
}

bool mixed_sticks(const plan::Operation& operation) {
  const std::vector<Operand> list = operands(operation);
  return std::any_of(list.begin(), list.end(), [&](const Operand& o) { return o.stick_dim() != list.front().stick_dim(); });
}

// A copy whose result keeps the order of the dimensions its source has.
bool copies_in_order(const plan::Operation& operation) {
  if (operation.op != OpCode::Identity || mixed_sticks(operation)) return false;
  const std::vector<Operand> list = operands(operation);
  const Operand& from = list.front();
  const Operand& to = list.back();
  for (std::size_t d = 0; d < from.stride.size(); ++d) {
    for (std::size_t e = 0; e < d; ++e) {
      const bool both = from.stride[d] != 0 && from.stride[e] != 0 && to.stride[d] != 0 && to.stride[e] != 0;
      if (both && (from.stride[d] < from.stride[e]) != (to.stride[d] < to.stride[e])) return false;
    }
  }
  return true;
}

}  // namespace

Policy policy_of(const plan::Operation& operation) {
  if (plan::is_matmul(operation.op)) return Policy::Matmul;
  if (gathers(operation)) return Policy::Gather;
  switch (operation.op) {
    case OpCode::Shuffle: return Policy::Shuffle;
    case OpCode::ReStickifyHbm:
    case OpCode::ReStickifyLx: return Policy::Restickify;
    case OpCode::TopkValue: case OpCode::TopkIndex: case OpCode::MaskByIndex: return Policy::Whole;
    default: break;
  }
  const bool windowed = std::any_of(operation.dims.begin(), operation.dims.end(), [](const plan::Dim& d) { return d.window.has_value(); });
  if (windowed || plan::is_convolution(operation.op)) return Policy::Whole;
  if (mixed_sticks(operation)) return Policy::Whole;
  if (plan::is_reduction(operation.op)) return Policy::Reduction;
  const bool in_memory = std::all_of(operation.tensors.begin(), operation.tensors.end(), [](const plan::Tensor& t) { return !t.in_lx(); });
  return operation.op == OpCode::Identity && in_memory ? Policy::Permute : Policy::Elementwise;
}

VectorKind vector_kind(const plan::Operation& operation) {
  if (plan::is_reduction(operation.op)) return VectorKind::Reduce;
  if (operation.op == OpCode::TopkValue || operation.op == OpCode::TopkIndex) return VectorKind::Reduce;
  if (special_function(operation.op)) return VectorKind::Map;
  if (cheap_unary(operation.op)) return VectorKind::Negate;
  if (operation.op >= OpCode::ReStickifyHbm || operation.op == OpCode::Identity || conversion(operation.op)) return VectorKind::Move;
  if (any_input_scale(operation, -2) && output_keeps_lanes(operation)) return VectorKind::LaneBroadcast;
  if (any_input_scale(operation, -1)) return VectorKind::RowBroadcast;
  return VectorKind::Add;
}

namespace {

std::int64_t lasting_block(const plan::Operation& operation, const params::Schedule& schedule, bool one_port, bool in_lx) {
  const params::DirectionBlocks& block = schedule.block;
  if (plan::is_matmul(operation.op)) return one_port ? block.matmul_one_port : block.matmul;
  if (in_lx) return block.dependent;
  switch (vector_kind(operation)) {
    case VectorKind::Map:
    case VectorKind::Negate: return one_port ? block.single_operand_one_port : block.plain;
    case VectorKind::Add: return block.plain;
    case VectorKind::LaneBroadcast: return block.lane_broadcast;
    case VectorKind::Move: return copies_in_order(operation) ? block.lane_broadcast : block.other;
    case VectorKind::Reduce:
    case VectorKind::RowBroadcast: return block.other;
  }
  return block.other;
}

}  // namespace

Blocks direction_blocks(const plan::Operation& operation, const params::Schedule& schedule, bool one_port, bool in_lx) {
  const std::int64_t lasting = lasting_block(operation, schedule, one_port, in_lx);
  const bool trains = !in_lx && !plan::is_matmul(operation.op) && vector_kind(operation) == VectorKind::RowBroadcast;
  return {trains ? schedule.block.row_broadcast_in_step : lasting, lasting};
}

}  // namespace spyre::schedule
