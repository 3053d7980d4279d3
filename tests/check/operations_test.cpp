// Sticks, masks, constants, operands and indirect access: STK, MSK, OP, IND.
#include "tests/check/make_plan.hpp"
#include "tests/support/catch.hpp"

namespace spyre::check::test {
namespace {

using Rules = std::vector<std::string>;

// SEN169 of 2^exponent.
std::uint64_t power_of_two(int exponent) { return static_cast<std::uint64_t>(exponent + 31) << 9; }

plan::Constant constant(const std::string& name, std::uint64_t bits) {
  return {name, plan::Format::Sen169Fp16, bits};
}

TEST_CASE(
    "the second operand of an fp16 product holds the generated dimension in its stick (STK-01)",
    "[unit]") {
  PlanMaker maker = matmul({"", 64, 1}, {"", 256, 1}, {"", 512, 1});
  maker.last().tensors[1].sticks[0].dim = 0;
  const std::vector<Finding> found = findings(maker, "STK-01");
  REQUIRE(found.size() == 1);
  CHECK(found[0].tensor == "Tensor1");
  CHECK(found[0].found == "64 of in");
  CHECK(found[0].expected == "64 of a generated dimension");
}

TEST_CASE("an fp8 product takes two of the reduced and 64 of the generated dimension (STK-02)",
          "[unit]") {
  PlanMaker maker;
  maker.add(
      operation(plan::OpCode::BatchMatmulFp8, {{"mb", 64, 1}, {"out", 128, 1}, {"in", 256, 1}}));
  maker.input({.order = {"mb", "in"}, .stick = "in", .format = plan::Format::Sen143Fp8});
  maker.input({.order = {"in", "out"}, .stick = "out", .format = plan::Format::Sen143Fp8});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  plan::Tensor& weights = maker.last().tensors[1];
  CHECK(findings(maker, "STK-02").size() == 1);
  weights.sticks = {{2, 2}, {1, 64}};
  CHECK(findings(maker, "STK-02").empty());
  maker.last().tensors[0].sticks[0].elements = 64;
  CHECK(findings(maker, "STK-02").size() == 1);
}

TEST_CASE("a four-bit product needs three parts in the stick of its first operand (STK-03)",
          "[unit]") {
  PlanMaker maker;
  maker.add(
      operation(plan::OpCode::BatchMatmulInt4, {{"mb", 64, 1}, {"out", 128, 1}, {"in", 256, 1}}));
  maker.input({.order = {"mb", "in"}, .stick = "in", .format = plan::Format::SenInt4});
  maker.input({.order = {"in", "out"}, .stick = "out", .format = plan::Format::SenInt4});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  CHECK(findings(maker, "STK-03").size() == 2);
  maker.last().tensors[0].sticks = {{2, 16}, {0, 2}, {2, 8}};
  maker.last().tensors[1].sticks = {{2, 4}, {1, 64}};
  CHECK(findings(maker, "STK-03").empty());
}

TEST_CASE("element-wise operands hold the same dimension in a stick (STK-04)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Add, {{"mb", 64, 1}, {"out", 128, 1}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.input({.order = {"out", "mb"}, .stick = "mb"});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  CHECK(rules_broken(maker) == Rules{"STK-04"});
}

TEST_CASE("a broadcast along the stick is a whole one (STK-04)", "[unit]") {
  for (const int scale : {-2, -1}) {
    PlanMaker maker;
    maker.add(operation(plan::OpCode::Add, {{"mb", 64, 1}, {"out", 128, 1}}));
    maker.input({.order = {"mb", "out"}, .stick = "out"});
    maker.input({.order = {"mb", "out"}, .stick = "out", .scale = {{"out", scale}}});
    maker.output({.order = {"mb", "out"}, .stick = "out"});
    CHECK(rules_broken(maker) == (scale == -2 ? Rules{} : Rules{"STK-04"}));
  }
}

TEST_CASE("a stick reduction of another dimension is an error (STK-05)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Max, {{"mb", 64, 1}, {"out", 128, 1}}));
  maker.input({.order = {"out", "mb"}, .stick = "mb"});
  maker.output({.order = {"out", "mb"}, .stick = "mb", .scale = {{"out", -1}}});
  CHECK(rules_broken(maker) == Rules{"STK-05"});
}

TEST_CASE("top-k keeps the searched dimension out of the stick and k within 128 (STK-06)",
          "[unit]") {
  const auto topk = [](const std::string& stick, std::int64_t k) {
    PlanMaker maker;
    maker.add(operation(plan::OpCode::TopkValue, {{"mb", 64, 1}, {"out", 256, 1}, {"y", k, 1}}));
    maker.input({.order = {"out", "mb"}, .stick = stick});
    maker.output({.order = {"mb", "y"}, .stick = "mb"});
    return rules_broken(maker);
  };
  CHECK(topk("mb", 4).empty());
  CHECK(topk("out", 4) == Rules{"STK-06"});
  CHECK(topk("mb", 129) == Rules{"STK-06"});
}

TEST_CASE("a restickify changes the stick of 16-bit tensors (STK-08)", "[unit]") {
  const auto restickify = [](const std::string& stick, plan::Format format) {
    PlanMaker maker;
    maker.add(operation(plan::OpCode::ReStickifyHbm, {{"mb", 64, 1}, {"out", 64, 1}}));
    maker.input({.order = {"mb", "out"}, .stick = "out", .format = format});
    maker.output({.order = {"out", "mb"}, .stick = stick, .format = format});
    return rules_broken(maker);
  };
  CHECK(restickify("mb", plan::Format::Sen169Fp16).empty());
  CHECK(restickify("out", plan::Format::Sen169Fp16) == Rules{"STK-08"});
  CHECK(restickify("mb", plan::Format::IeeeFp32) == Rules{"STK-08"});
}

TEST_CASE("a product needs a reduced and a generated dimension and no orphan (STK-10)", "[unit]") {
  PlanMaker maker = matmul({"", 64, 1}, {"", 256, 1}, {"", 512, 1});
  maker.last().tensors[1].dims[0].scale = 0;  // the reduced dimension is in one input only
  CHECK_FALSE(findings(maker, "STK-10").empty());
}

// Row sums of a host tensor with `columns` columns, padded to whole sticks.
PlanMaker padded_sums(std::int64_t columns, std::int64_t masked) {
  const std::int64_t padded = (columns + 63) / 64 * 64;
  PlanMaker maker = row_sums(64, padded, 4);
  plan::Argument argument;
  argument.tensor = "in_0";
  argument.storage = 0;
  argument.host_shape = {64, columns};
  argument.host_strides = {columns, 1};
  argument.layout = plan::DeviceLayout{{padded / 64, 64, 64}, {64, columns, 1}};
  maker.launch().arguments.push_back(argument);
  if (masked > 0) maker.last().masks = {{1, padded - masked, masked}};
  maker.last().constants = {constant("samv-maskvalue", 0)};
  return maker;
}

TEST_CASE("padding lanes of a stick reduction are masked, all of them and nothing else (MSK-01)",
          "[unit]") {
  CHECK(rules_broken(padded_sums(100, 28)).empty());
  CHECK(rules_broken(padded_sums(128, 0)).empty());
  CHECK(rules_broken(padded_sums(100, 0)) == Rules{"MSK-01"});
  CHECK(rules_broken(padded_sums(100, 27)) == Rules{"MSK-01"});
  CHECK(rules_broken(padded_sums(100, 64)) == Rules{"MSK-01"});
}

TEST_CASE("a mask in the middle of a dimension is an error (MSK-01)", "[unit]") {
  PlanMaker maker = padded_sums(128, 28);
  maker.launch().arguments.clear();
  CHECK(rules_broken(maker).empty());
  maker.last().masks[0].first -= 28;
  CHECK(rules_broken(maker) == Rules{"MSK-01"});
}

TEST_CASE("the mask constant is found by its name and must be neutral (MSK-02)", "[unit]") {
  PlanMaker maker = padded_sums(100, 28);
  maker.last().op = plan::OpCode::Max;
  CHECK(rules_broken(maker) == Rules{"MSK-02"});  // 0 is not neutral for max
  for (const std::uint64_t least : {0xFFFFU, 0xFFFEU}) {
    maker.last().constants = {constant("samv-maskvalue", least)};
    CHECK(rules_broken(maker).empty());
  }
  maker.last().constants.clear();
  const std::vector<Finding> found = findings(maker, "MSK-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Error);
}

TEST_CASE("a mask constant id that points elsewhere is a warning (MSK-02)", "[unit]") {
  PlanMaker maker = padded_sums(100, 28);
  maker.last().op = plan::OpCode::Mean;
  // 1/100 is between 2^-7 and 2^-6: (1 + 143/512) * 2^-7.
  const std::uint64_t hundredth = power_of_two(-7) | 143;
  maker.last().constants = {constant("scaling_factor", hundredth), constant("samv-maskvalue", 0)};
  maker.last().masking_const_id = 0;
  const std::vector<Finding> found = findings(maker, "MSK-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);
  maker.last().masking_const_id = 1;
  CHECK(rules_broken(maker).empty());
}

TEST_CASE("a mean divides by the elements it combines (MSK-06)", "[unit]") {
  PlanMaker maker = row_sums(64, 256, 4);
  maker.last().op = plan::OpCode::Mean;
  maker.last().constants = {constant("scaling_factor", power_of_two(-8))};
  CHECK(rules_broken(maker).empty());
  maker.last().constants = {constant("scaling_factor", power_of_two(-6))};
  const std::vector<Finding> found = findings(maker, "MSK-06");
  REQUIRE(found.size() == 1);
  CHECK(found[0].found == "0.015625");
  CHECK(found[0].expected == "1/256 to 1/192");
}

TEST_CASE("a mean in tiles divides by the elements of all tiles (MSK-06)", "[unit]") {
  PlanMaker maker = row_sums(64, 256, 4);
  maker.last().op = plan::OpCode::Mean;
  maker.last().constants = {constant("scaling_factor", power_of_two(-10))};
  CHECK(rules_broken(maker) == Rules{"MSK-06"});
  maker.loop(4);
  CHECK(rules_broken(maker).empty());
}

TEST_CASE("a window averages over its own size (MSK-06)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::AvgPoolFwd, {{"i", 8, 1}, {"out", 64, 1}, {"ki", 4, 1}}));
  maker.input({.order = {"i", "out"}, .stick = "out"});
  maker.output({.order = {"i", "out"}, .stick = "out"});
  maker.last().dims[0].window = plan::Window{2, 0, 0, 11, 1, 1};
  maker.last().constants = {constant("nmap", power_of_two(-2))};
  CHECK(rules_broken(maker).empty());
  maker.last().constants = {constant("nmap", power_of_two(-3))};
  CHECK(rules_broken(maker) == Rules{"MSK-06"});
}

TEST_CASE("a clip has its limits in order (MSK-06)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Clip, {{"mb", 64, 1}, {"out", 128, 1}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  maker.last().constants = {constant("clipMin", power_of_two(0)),
                            constant("clipMax", power_of_two(1))};
  CHECK(rules_broken(maker).empty());
  std::swap(maker.last().constants[0].bits, maker.last().constants[1].bits);
  CHECK(rules_broken(maker) == Rules{"MSK-06"});
}

TEST_CASE("an addition on the matrix array is an error (OP-04)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().unit = plan::ExecutionUnit::Pt;
  CHECK(rules_broken(maker) == Rules{"OP-04"});
}

TEST_CASE("an operation without one of its operands is an error (OP-05)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().inputs.pop_back();
  CHECK(rules_broken(maker) == Rules{"OP-05"});
}

TEST_CASE("three corelets are an error (FMT-07)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().corelets_declared = 2;
  CHECK(rules_broken(maker).empty());
  maker.last().corelets_declared = 3;
  CHECK(rules_broken(maker) == Rules{"FMT-07"});
}

// 32 rows of a table by their numbers; rows of the table are reached through the index.
PlanMaker gather() {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Identity, {{"mb", 32, 1}, {"out", 256, 1}}));
  plan::Tensor index =
      maker.input({.order = {"mb"}, .stick = "mb", .format = plan::Format::SenUint32});
  maker.last().inputs.clear();
  maker.last().tensors[0].indirection = plan::Indirection::IndexTensor;
  maker.last().tensors[0].partner = 1;
  plan::Tensor& table = maker.input({.order = {"out", "mb"}, .stick = "out"});
  table.indirection = plan::Indirection::ValueTensor;
  table.partner = 0;
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  return maker;
}

TEST_CASE("a gather by an index in memory is legal", "[unit]") {
  CHECK(rules_broken(gather()).empty());
}

TEST_CASE("an index in LX, of another format or without partner is an error (IND-01)", "[unit]") {
  PlanMaker maker = gather();
  maker.last().tensors[0].format = plan::Format::IeeeInt32;
  CHECK(rules_broken(maker) == Rules{"IND-01"});
  maker = gather();
  maker.last().tensors[0].component = plan::Component::Lx;
  CHECK_FALSE(findings(maker, "IND-01").empty());
  maker = gather();
  maker.last().tensors[1].partner = -1;
  CHECK(findings(maker, "IND-01").size() == 2);
}

TEST_CASE("a table whose rows are not contiguous is a warning (IND-02)", "[unit]") {
  PlanMaker maker = gather();
  std::swap(maker.last().tensors[1].layout[0], maker.last().tensors[1].layout[1]);
  const std::vector<Finding> found = findings(maker, "IND-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);
}

TEST_CASE("all cores take the same table (IND-03)", "[unit]") {
  PlanMaker maker = gather();
  plan::Operation& op = maker.last();
  op.cores.push_back(1);
  op.slice.push_back(op.slice[0]);
  op.schedule.push_back(op.schedule[0]);
  for (plan::Tensor& tensor : op.tensors) tensor.start.push_back(tensor.start[0]);
  CHECK(findings(maker, "IND-03").empty());
  op.tensors[1].start[1] += 128;
  CHECK(findings(maker, "IND-03").size() == 1);
}

}  // namespace
}  // namespace spyre::check::test
