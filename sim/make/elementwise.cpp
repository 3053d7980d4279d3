// Element-wise operations, broadcasts and chains of them.
#include "sim/make/registry.hpp"

#include <fmt/format.h>

namespace spyre::make {
namespace {

using plan::OpCode;

struct Named {
  const char* name;
  OpCode op;
};
constexpr Named kUnary[] = {{"neg", OpCode::Neg},
                            {"abs", OpCode::Abs},
                            {"exp", OpCode::Exp},
                            {"log", OpCode::Log},
                            {"sqrt", OpCode::Sqrt},
                            {"rsqrt", OpCode::Rsqrt},
                            {"reciprocal", OpCode::Reciprocal},
                            {"sigmoid", OpCode::Sigmoid},
                            {"tanh", OpCode::Tanh},
                            {"relu", OpCode::ReluFwd},
                            {"gelu", OpCode::GeluFwd},
                            {"silu", OpCode::Silu},
                            {"floor", OpCode::Floor},
                            {"clone", OpCode::Identity}};
constexpr Named kBinary[] = {{"add", OpCode::Add},         {"sub", OpCode::Sub},
                             {"mul", OpCode::Mul},         {"div", OpCode::RealDiv},
                             {"maximum", OpCode::Maximum}, {"minimum", OpCode::Minimum}};

using Sizes = std::vector<std::int64_t>;
using Operands = std::vector<Sizes>;

// One operation on inputs of the given sizes; the result has rows × cols.
void single(OpCode op, const Operands& sizes, const Request& r, Draft& draft) {
  std::vector<ValueId> inputs;
  for (const Sizes& size : sizes)
    inputs.push_back(draft.input(fmt::format("in_{}", inputs.size()), size));
  draft.elementwise(op, inputs, draft.output("out_0", {r.rows, r.cols}), r.split);
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

void add_single(std::vector<Entry>& entries, const std::string& name, const std::string& meaning,
                OpCode op, std::function<Operands(const Request&)> sizes) {
  entries.push_back({{name, meaning, {"rows", "cols"}},
                     [op, sizes = std::move(sizes)](const Request& r, Draft& draft) {
                       single(op, sizes(r), r, draft);
                     }});
}

}  // namespace

void add_elementwise(std::vector<Entry>& entries) {
  const auto whole = [](const Request& r) { return Sizes{r.rows, r.cols}; };
  const auto row = [](const Request& r) { return Sizes{1, r.cols}; };
  const auto column = [](const Request& r) { return Sizes{r.rows, 1}; };
  for (const auto& [name, op] : kUnary) {
    add_single(entries, name, "of one tensor", op,
               [=](const Request& r) { return Operands{whole(r)}; });
  }
  for (const auto& [name, op] : kBinary) {
    add_single(entries, name, "of two tensors", op, [=](const Request& r) {
      return Operands{whole(r), whole(r)};
    });
  }
  add_single(entries, "copy", "tensor + constant", OpCode::Add, [=](const Request& r) {
    return Operands{whole(r), Sizes{}};
  });
  add_single(entries, "bcast", "tensor + row", OpCode::Add, [=](const Request& r) {
    return Operands{whole(r), row(r)};
  });
  add_single(entries, "bcastcol", "tensor + column", OpCode::Add, [=](const Request& r) {
    return Operands{whole(r), column(r)};
  });
  add_single(entries, "mulbcast", "tensor × row", OpCode::Mul, [=](const Request& r) {
    return Operands{whole(r), row(r)};
  });
  add_single(entries, "write", "row + column: an outer sum", OpCode::Add, [=](const Request& r) {
    return Operands{row(r), column(r)};
  });
  for (int operands = 3; operands <= 8; ++operands) {
    entries.push_back({{fmt::format("add{}", operands),
                        "that many tensors added in one kernel",
                        {"rows", "cols"}},
                       [operands](const Request& r, Draft& draft) { chain(operands, r, draft); }});
    entries.push_back(
        {{fmt::format("add{}_sep", operands),
          "the same, one kernel per addition",
          {"rows", "cols"}},
         [operands](const Request& r, Draft& draft) { repeated(operands - 1, r, draft); }});
  }
  entries.push_back(
      {{"add_indep2", "two additions of different tensors", {"rows", "cols"}}, independent});
}

}  // namespace spyre::make
