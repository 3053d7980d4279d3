#include "sim/check/roles.hpp"

#include <algorithm>

#include "models/base/quantity.hpp"
#include "sim/check/geometry.hpp"

namespace spyre::check {

using plan::OpCode;

bool reduces(OpCode op) {
  return plan::is_matmul(op) || plan::is_convolution(op) || plan::is_reduction(op) ||
         op == OpCode::AvgPoolFwd || op == OpCode::MaxPoolFwd || op == OpCode::AvgPoolNmapFwd;
}

bool is_topk(OpCode op) { return op == OpCode::TopkValue || op == OpCode::TopkIndex; }

bool is_restickify(OpCode op) { return op == OpCode::ReStickifyHbm || op == OpCode::ReStickifyLx; }

bool is_stick_reduction(OpCode op) { return plan::is_reduction(op) && op < OpCode::SumNonstick; }

std::int64_t sticks_of(const plan::DataOp& op, const plan::Piece& piece) {
  std::int64_t sticks = 1;
  for (const auto& [name, size] : piece.size) {
    const auto stick = op.stick_elements.find(name);
    const bool whole = stick == op.stick_elements.end() || stick->second < 1;
    sticks = times(sticks, whole ? size : div_up(size, stick->second));
  }
  return sticks;
}

namespace {

bool is_window(const plan::Operation& op, plan::DimId d) {
  return std::any_of(op.dims.begin(), op.dims.end(), [d](const plan::Dim& dim) {
    return dim.window && dim.window->window_dim == d;
  });
}

}  // namespace

std::vector<plan::DimId> reduced_dims(const plan::Operation& op) {
  std::vector<plan::DimId> dims;
  if (!reduces(op.op) || op.outputs.empty()) return dims;
  const plan::Tensor& output = tensor_of(op, op.outputs.front());
  for (plan::DimId d = 0; d < static_cast<plan::DimId>(op.dims.size()); ++d) {
    const bool read = std::any_of(op.inputs.begin(), op.inputs.end(),
                                  [&](plan::TensorId in) { return present(tensor_of(op, in), d); });
    if ((read || is_window(op, d)) && !present(output, d)) dims.push_back(d);
  }
  return dims;
}

MatmulRoles matmul_roles(const plan::Operation& op) {
  MatmulRoles roles;
  const plan::Tensor& a = tensor_of(op, op.inputs[0]);
  const plan::Tensor& b = tensor_of(op, op.inputs[1]);
  const plan::Tensor& out = tensor_of(op, op.outputs[0]);
  for (plan::DimId d = 0; d < static_cast<plan::DimId>(op.dims.size()); ++d) {
    const int tensors =
        (present(a, d) ? 1 : 0) + (present(b, d) ? 2 : 0) + (present(out, d) ? 4 : 0);
    switch (tensors) {
      case 0: break;
      case 3: roles.reduction.push_back(d); break;
      case 5: roles.preserved.push_back(d); break;
      case 6: roles.generated.push_back(d); break;
      case 7: roles.shared.push_back(d); break;
      default: roles.odd.push_back(d);
    }
  }
  return roles;
}

}  // namespace spyre::check
