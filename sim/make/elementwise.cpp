// Element-wise operations, broadcasts and chains of them.
#include "sim/make/registry.hpp"

#include <fmt/format.h>

namespace spyre::make {
namespace {

using plan::OpCode;

using Sizes = std::vector<std::int64_t>;

enum class Extent { Whole, Row, Column, Scalar };

struct Named {
  const char* name;
  const char* meaning;
  OpCode op;
  std::vector<Extent> operands;
};

std::vector<Named> named() {
  const std::vector<Extent> one{Extent::Whole}, two{Extent::Whole, Extent::Whole};
  return {{"neg", "of one tensor", OpCode::Neg, one},
          {"abs", "of one tensor", OpCode::Abs, one},
          {"exp", "of one tensor", OpCode::Exp, one},
          {"log", "of one tensor", OpCode::Log, one},
          {"sqrt", "of one tensor", OpCode::Sqrt, one},
          {"rsqrt", "of one tensor", OpCode::Rsqrt, one},
          {"reciprocal", "of one tensor", OpCode::Reciprocal, one},
          {"sigmoid", "of one tensor", OpCode::Sigmoid, one},
          {"tanh", "of one tensor", OpCode::Tanh, one},
          {"relu", "of one tensor", OpCode::ReluFwd, one},
          {"gelu", "of one tensor", OpCode::GeluFwd, one},
          {"silu", "of one tensor", OpCode::Silu, one},
          {"floor", "of one tensor", OpCode::Floor, one},
          {"clone", "of one tensor", OpCode::Identity, one},
          {"add", "of two tensors", OpCode::Add, two},
          {"sub", "of two tensors", OpCode::Sub, two},
          {"mul", "of two tensors", OpCode::Mul, two},
          {"div", "of two tensors", OpCode::RealDiv, two},
          {"maximum", "of two tensors", OpCode::Maximum, two},
          {"minimum", "of two tensors", OpCode::Minimum, two},
          {"copy", "tensor + constant", OpCode::Add, {Extent::Whole, Extent::Scalar}},
          {"bcast", "tensor + row", OpCode::Add, {Extent::Whole, Extent::Row}},
          {"bcastcol", "tensor + column", OpCode::Add, {Extent::Whole, Extent::Column}},
          {"mulbcast", "tensor × row", OpCode::Mul, {Extent::Whole, Extent::Row}},
          {"write", "row + column: an outer sum", OpCode::Add, {Extent::Row, Extent::Column}}};
}

Sizes sizes_of(Extent extent, const Request& r) {
  switch (extent) {
    case Extent::Whole: return {r.rows, r.cols};
    case Extent::Row: return {1, r.cols};
    case Extent::Column: return {r.rows, 1};
    case Extent::Scalar: return {};
  }
  return {};
}

void single(const Named& operation, const Request& r, Draft& draft) {
  std::vector<ValueId> inputs;
  for (const Extent extent : operation.operands) {
    inputs.push_back(draft.input(fmt::format("in_{}", inputs.size()), sizes_of(extent, r)));
  }
  draft.elementwise(operation.op, inputs, draft.output("out_0", {r.rows, r.cols}), r.split);
}

// ((a + b) + c) + …, the sums between in intermediate values.
void chain(int operands, const Request& r, Draft& draft) {
  std::vector<ValueId> inputs;
  for (int i = 0; i < operands; ++i)
    inputs.push_back(draft.input(fmt::format("in_{}", i), {r.rows, r.cols}));
  ValueId sum = inputs[0];
  for (int i = 1; i < operands; ++i) {
    const bool last = i + 1 == operands;
    const ValueId next =
        last ? draft.output("out_0", {r.rows, r.cols}) : draft.intermediate({r.rows, r.cols});
    draft.elementwise(OpCode::Add, {sum, inputs[static_cast<std::size_t>(i)]}, next, r.split);
    sum = next;
  }
}

// One addition, launched again and again on what the launch before made: the arguments are others
// each time, so they have no names.
void repeated(int launches, const Request& r, Draft& draft) {
  const ValueId a = draft.input("", {r.rows, r.cols}), b = draft.input("", {r.rows, r.cols});
  draft.elementwise(OpCode::Add, {a, b}, draft.output("", {r.rows, r.cols}), r.split);
  draft.kernel.repeat = launches;
}

void independent(const Request& r, Draft& draft) {
  std::vector<ValueId> inputs;
  for (int i = 0; i < 4; ++i)
    inputs.push_back(draft.input(fmt::format("in_{}", i), {r.rows, r.cols}));
  draft.elementwise(OpCode::Add, {inputs[0], inputs[1]}, draft.output("out_0", {r.rows, r.cols}),
                    r.split);
  draft.elementwise(OpCode::Add, {inputs[2], inputs[3]}, draft.output("out_1", {r.rows, r.cols}),
                    r.split);
}

}  // namespace

void add_elementwise(std::vector<Entry>& entries) {
  for (const Named& operation : named()) {
    entries.push_back(
        {{operation.name, operation.meaning, {"rows", "cols"}, {"split"}},
         [operation](const Request& r, Draft& draft) { single(operation, r, draft); }});
  }
  for (int operands = 3; operands <= 8; ++operands) {
    entries.push_back({{fmt::format("add{}", operands),
                        "that many tensors added in one kernel",
                        {"rows", "cols"},
                        {"split"}},
                       [operands](const Request& r, Draft& draft) { chain(operands, r, draft); }});
    entries.push_back(
        {{fmt::format("add{}_sep", operands),
          "the same, one kernel per addition",
          {"rows", "cols"},
          {"split"}},
         [operands](const Request& r, Draft& draft) { repeated(operands - 1, r, draft); }});
  }
  entries.push_back(
      {{"add_indep2", "two additions of different tensors", {"rows", "cols"}, {"split"}},
       independent});
}

}  // namespace spyre::make
