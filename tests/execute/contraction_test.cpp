// Does a product take every operand from where its core has it?
#include "sim/execute/execute.hpp"
#include "sim/make/draft.hpp"
#include "sim/make/emit.hpp"
#include "sim/make/make.hpp"
#include "tests/support/catch.hpp"

#include <functional>
#include <vector>

namespace spyre::execute {
namespace {

using number::HostType;

constexpr std::int64_t kRows = 64, kInner = 64, kColumns = 128;

// (in_0) × (−in_1) on two cores, each with half of the columns: they keep their halves of −in_1 at
// the same place of their scratchpads.
plan::Plan negated_product() {
  make::Draft draft("k00_product", 2, plan::Format::Sen169Fp16);
  const make::Split halves{1, 1, 2, 1};
  const make::ValueId negated = draft.intermediate({kInner, kColumns});
  draft.elementwise(plan::OpCode::Neg, {draft.input("in_1", {kInner, kColumns})}, negated, halves);
  draft.matmul(draft.input("in_0", {kRows, kInner}), negated,
               draft.output("out_0", {kRows, kColumns}), halves);
  const make::Placement placement = make::place(draft.kernel, {true, make::kLxShare});
  plan::Plan plan;
  make::add_launch(plan, draft.kernel, placement);
  make::settle_addresses(plan);
  return plan;
}

HostArray filled(std::int64_t rows, std::int64_t columns,
                 const std::function<float(std::int64_t, std::int64_t)>& value) {
  HostArray array{HostType::Float16, {rows, columns}, {}};
  std::vector<float> values;
  for (std::int64_t i = 0; i < rows * columns; ++i)
    values.push_back(value(i / columns, i % columns));
  array.bytes.resize(values.size() * 2);
  number::float_to_host(HostType::Float16, {}, values.data(), array.bytes.data(), 1, values.size());
  return array;
}

TEST_CASE("a right operand at the same place of every core's scratchpad is each core's own",
          "[unit]") {
  const plan::Plan plan = negated_product();
  const plan::Operation& product = plan.launches[0].operations[1];
  const plan::Tensor& right = product.tensors[static_cast<std::size_t>(product.inputs[1])];
  REQUIRE(right.in_lx());
  REQUIRE(right.start.size() == 2);
  REQUIRE(right.start[0] == right.start[1]);
  Options options;
  options.arrays.emplace("in_0", filled(kRows, kInner, [](auto row, auto column) {
                           return row == column ? 1.F : 0.F;
                         }));
  const auto weight = [](std::int64_t row, std::int64_t column) {
    return static_cast<float>(row - 2 * column);
  };
  options.arrays.emplace("in_1", filled(kInner, kColumns, weight));
  const Values values = execute(plan, options);
  const std::vector<double> found = values.arrays.at(0).array.values();
  REQUIRE(found.size() == kRows * kColumns);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i) / kColumns;
    const auto column = static_cast<std::int64_t>(i) % kColumns;
    wrong += found[i] == -static_cast<double>(weight(row, column)) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace spyre::execute
