// Reads kinds from what operands see of the dimensions, never from names of programs.
#include "sim/interval/kind.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace spyre::interval {
namespace {

using plan::OpCode;
using plan::Operation;
using plan::Tensor;

const Tensor& tensor(const Operation& operation, plan::TensorId id) {
  return operation.tensors[static_cast<std::size_t>(id)];
}

bool sees(const Tensor& tensor, std::size_t dim) {
  return dim < tensor.dims.size() && tensor.dims[dim].scale == 1;
}

// Extents and slices of a matrix product by the operands that have the dimension.
struct Product {
  bool batched = false, shared_weight = false, k_split = false, batch_split = false;
};

Product product_of(const Operation& operation) {
  Product product;
  if (operation.inputs.size() < 2 || operation.outputs.empty()) return product;
  const Tensor& a = tensor(operation, operation.inputs[0]);
  const Tensor& b = tensor(operation, operation.inputs[1]);
  const Tensor& c = tensor(operation, operation.outputs[0]);
  int rows = 0;
  for (std::size_t i = 0; i < operation.dims.size(); ++i) {
    const plan::Dim& dim = operation.dims[i];
    if (dim.extent <= 1) continue;
    const bool in_a = sees(a, i), in_b = sees(b, i), in_c = sees(c, i);
    if (in_a && in_b && !in_c) product.k_split = product.k_split || dim.slices > 1;
    if (in_a && in_b && in_c) product.batched = true;
    if (in_a && in_b && in_c && dim.slices > 1) product.batch_split = true;
    if (in_a && !in_b && in_c) ++rows;
  }
  product.shared_weight = !product.batched && rows > 1;
  return product;
}

std::string matmul_kind(const Operation& operation) {
  const Product product = product_of(operation);
  std::string kind = product.batched         ? "batched matmul"
                     : product.shared_weight ? "matmul with a shared weight"
                                             : "matmul";
  if (operation.op != OpCode::BatchMatmul) kind += " in another format";
  if (product.batch_split) kind += " with a split batch";
  return product.k_split ? kind + " with K split" : kind;
}

bool lacks(const Tensor& tensor, std::int8_t scale) {
  return std::any_of(tensor.dims.begin(), tensor.dims.end(),
                     [=](const plan::TensorDim& dim) { return dim.scale == scale; });
}

// Element-wise operations differ in whether operands lack rows, lanes, or one of each; an operand
// that lacks both is a number.
std::string elementwise_kind(const Operation& operation) {
  bool rows = false, lanes = false, number = false;
  for (const plan::TensorId id : operation.inputs) {
    const bool no_rows = lacks(tensor(operation, id), -1),
               no_lanes = lacks(tensor(operation, id), -2);
    number = number || (no_rows && no_lanes);
    rows = rows || (no_rows && !no_lanes);
    lanes = lanes || (no_lanes && !no_rows);
  }
  if (rows && lanes) return "outer product";
  if (lanes) return "broadcast over lanes";
  if (rows) return "broadcast over rows";
  if (number) return "element-wise with a number";
  return operation.inputs.size() > 1 ? "element-wise of two" : "element-wise";
}

std::vector<plan::DimId> order_of(const Tensor& tensor) {
  std::vector<plan::DimId> order;
  for (const plan::LayoutLevel& level : tensor.layout) {
    if (level.units > 1) order.push_back(level.dim);
  }
  return order;
}

std::vector<plan::DimId> common(const std::vector<plan::DimId>& of,
                                const std::vector<plan::DimId>& and_of) {
  std::vector<plan::DimId> kept;
  std::copy_if(of.begin(), of.end(), std::back_inserter(kept), [&](plan::DimId dim) {
    return std::find(and_of.begin(), and_of.end(), dim) != and_of.end();
  });
  return kept;
}

std::string copy_kind(const Operation& operation) {
  if (operation.inputs.empty() || operation.outputs.empty()) return "copy";
  const std::vector<plan::DimId> from = order_of(tensor(operation, operation.inputs.front()));
  const std::vector<plan::DimId> to = order_of(tensor(operation, operation.outputs.front()));
  if (common(from, to) != common(to, from)) return "permuting copy";
  return from == to ? "copy" : "copy into a part";
}

bool gathers(const Operation& operation) {
  return std::any_of(operation.tensors.begin(), operation.tensors.end(),
                     [](const Tensor& t) { return t.indirection != plan::Indirection::None; });
}

bool windowed(const Operation& operation) {
  return std::any_of(operation.dims.begin(), operation.dims.end(),
                     [](const plan::Dim& dim) { return dim.window.has_value(); });
}

bool reduces_lanes(const Operation& operation) {
  return operation.op >= OpCode::Sum && operation.op <= OpCode::QuantScalePerTokenFp8;
}

std::string work_of(const Operation& operation) {
  if (operation.data_only || operation.op == OpCode::Shuffle) return "on-chip relayout";
  if (plan::is_matmul(operation.op)) return matmul_kind(operation);
  if (plan::is_convolution(operation.op) || windowed(operation)) return "convolution or pooling";
  if (gathers(operation)) return "gather or scatter";
  if (operation.op == OpCode::TopkValue || operation.op == OpCode::TopkIndex) return "top-k";
  if (operation.op == OpCode::ReStickifyHbm || operation.op == OpCode::ReStickifyLx)
    return "transposition";
  if (plan::is_reduction(operation.op))
    return reduces_lanes(operation) ? "reduction of lanes" : "reduction of rows";
  return operation.op == OpCode::Identity ? copy_kind(operation) : elementwise_kind(operation);
}

// Operands in the scratchpad leave the memory out of the error.
std::string place_of(const Operation& operation) {
  const auto in_lx = std::count_if(operation.tensors.begin(), operation.tensors.end(),
                                   [](const Tensor& t) { return t.in_lx(); });
  if (in_lx == 0) return "";
  return in_lx == std::ssize(operation.tensors) ? " in LX" : " partly in LX";
}

}  // namespace

// Tiles of a loop differ from whole products in what they read again; streams do not.
std::string kind_of(const plan::Launch& launch, int operation) {
  const Operation& planned = launch.operations.at(static_cast<std::size_t>(operation));
  const bool tiled = plan::is_matmul(planned.op) && launch.trips(operation) > 1;
  return work_of(planned) + place_of(planned) + (tiled ? " in a loop" : "");
}

}  // namespace spyre::interval
