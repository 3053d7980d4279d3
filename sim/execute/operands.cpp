// Whether an operation has the operands that computing its values needs.
#include "sim/execute/operands.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace spyre::execute {
namespace {

using plan::OpCode;
using plan::Operation;
using plan::Tensor;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

// At most eight tensors belong to an operation (plan-format 3.7).
struct Count {
  std::size_t least = 1, most = 7;
};

Count inputs_of(OpCode op) {
  if (plan::is_matmul(op) || plan::is_convolution(op)) return {2, 2};
  switch (op) {
    case OpCode::Add:
    case OpCode::Sub:
    case OpCode::Mul:
    case OpCode::RealDiv:
    case OpCode::Maximum:
    case OpCode::Minimum:
    case OpCode::Equal:
    case OpCode::NotEqual:
    case OpCode::GreaterThan:
    case OpCode::GreaterEqual:
    case OpCode::LesserThan:
    case OpCode::LesserEqual: return {2, 2};
    case OpCode::Where3: return {3, 3};
    case OpCode::LayerNormNorm: return {3, 5};
    default: return {};
  }
}

std::string place(const Operation& operation) { return operation.source.file; }
std::string place(const Tensor& tensor) { return tensor.source.file + tensor.source.pointer; }

void check_counts(const Operation& operation) {
  const Count wanted = inputs_of(operation.op);
  const std::size_t found = operation.inputs.size();
  if (operation.outputs.size() != 1)
    throw Error(ErrorKind::Plan, place(operation),
                fmt::format("OP-05: {} has {} outputs", operation.key, operation.outputs.size()),
                "one");
  if (found >= wanted.least && found <= wanted.most) return;
  throw Error(ErrorKind::Plan, place(operation),
              fmt::format("OP-05: {} has {} inputs", operation.key, found),
              wanted.least == wanted.most ? std::to_string(wanted.least)
                                          : fmt::format("{} to {}", wanted.least, wanted.most));
}

plan::Format input_format(const Operation& operation) {
  return operation.tensors[at(operation.inputs.front())].format;
}
plan::Format output_format(const Operation& operation) {
  return operation.tensors[at(operation.outputs.front())].format;
}

void check_formats(const Operation& operation) {
  if (!is_copy(operation) || input_format(operation) == output_format(operation)) return;
  throw Error(ErrorKind::Plan, place(operation),
              fmt::format("{} copies {} to {}", operation.key, plan::name(input_format(operation)),
                          plan::name(output_format(operation))),
              "one format");
}

// An lx input divided differently from its operation stands for parts that other cores hold
// (plan-format 3.19).
void refuse_implicit_gather(const Operation& operation) {
  if (operation.op == OpCode::Shuffle) return;
  for (const Tensor& tensor : operation.tensors) {
    if (!tensor.own_slice) continue;
    throw Error(ErrorKind::Unsupported, place(tensor),
                "LX-12: values of an implicit gather from other scratchpads are not computed");
  }
}

// Integers of 32 bits do not fit the arithmetic in fp32: they are copied, never computed with.
void refuse_integer_arithmetic(const Operation& operation) {
  if (is_copy(operation)) return;
  for (const plan::TensorId id : operation.inputs) {
    const Tensor& tensor = operation.tensors[at(id)];
    if (tensor.format != plan::Format::IeeeInt32 && tensor.format != plan::Format::SenUint32)
      continue;
    throw Error(ErrorKind::Unsupported, place(tensor),
                fmt::format("values of {} on {} are not computed", plan::name(operation.op),
                            plan::name(tensor.format)));
  }
}

}  // namespace

bool is_indirect(const Operation& operation) {
  return std::any_of(operation.tensors.begin(), operation.tensors.end(), [](const Tensor& tensor) {
    return tensor.indirection == plan::Indirection::ValueTensor;
  });
}

bool is_copy(const Operation& operation) {
  if (operation.op == OpCode::Identity)
    return is_indirect(operation) || input_format(operation) == output_format(operation);
  return operation.op == OpCode::ReStickifyHbm || operation.op == OpCode::ReStickifyLx ||
         operation.op == OpCode::Shuffle;
}

void check_operands(const Operation& operation) {
  check_counts(operation);
  refuse_implicit_gather(operation);
  check_formats(operation);
  refuse_integer_arithmetic(operation);
}

}  // namespace spyre::execute
