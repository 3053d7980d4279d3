// What dimensions do in an operation: follows from which tensors have them, never from their names.
#pragma once

#include <optional>
#include <vector>

#include "sim/plan/plan.hpp"

namespace spyre::check {

inline const plan::Tensor& tensor_of(const plan::Operation& op, plan::TensorId id) {
  return op.tensors[static_cast<std::size_t>(id)];
}

// Matrix products, convolutions, pooling and reductions combine elements along some dimensions.
bool reduces(plan::OpCode op);
bool is_topk(plan::OpCode op);
bool is_restickify(plan::OpCode op);
// Reductions of the dimension in the stick (sum, not sumnonstick).
bool is_stick_reduction(plan::OpCode op);

// A piece of a data operation is stored in whole sticks.
std::int64_t sticks_of(const plan::DataOp& op, const plan::Piece& piece);

// Dimensions an input or a window has and the output lacks, of an operation that reduces.
std::vector<plan::DimId> reduced_dims(const plan::Operation& op);

// Dimensions of a matrix product by the tensors that have them.
struct MatmulRoles {
  std::vector<plan::DimId> reduction, generated, preserved, shared, odd;
};
MatmulRoles matmul_roles(const plan::Operation& op);

}  // namespace spyre::check
