// Addresses, extents, overlap and span: ADR and SPN.
#include "tests/check/make_plan.hpp"
#include "tests/support/catch.hpp"

namespace spyre::check::test {
namespace {

using Rules = std::vector<std::string>;
constexpr std::int64_t kMiB = 1 << 20;

TEST_CASE("a plan that keeps every rule gives no error and no warning", "[unit]") {
  CHECK(rules_broken(add_rows(64, 128, 4)).empty());
  CHECK(rules_broken(matmul({"", 64, 2}, {"", 256, 2}, {"", 512, 2})).empty());
  CHECK(rules_broken(row_sums(64, 256, 8)).empty());
}

TEST_CASE("a start address inside a stick is named with core and tensor (ADR-01)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  for (std::int64_t& start : maker.last().tensors[1].start) start += 64;
  const std::vector<Finding> found = findings(maker, "ADR-01");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Error);
  CHECK(found[0].tensor == "Tensor1");
  CHECK(found[0].cores == "0-3");
  CHECK(found[0].op == "add");
  CHECK(found[0].launch == 0);
  CHECK(found[0].operation == 0);
  CHECK(found[0].message.find("64 bytes past a stick on") == std::string::npos);
  CHECK(found[0].message.find("on cores 0-3, 64 bytes past a stick") != std::string::npos);
}

TEST_CASE("a loop that advances a tensor by half a stick is reported (ADR-01)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.loop(2);
  CHECK(rules_broken(maker).empty());
  maker.last().tensors[0].loop_stride = {64};
  CHECK_FALSE(findings(maker, "ADR-01").empty());
}

TEST_CASE("a tensor that leaves its allocation is reported with both ends (ADR-02)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.plan.storages[1].bytes -= 128;
  const std::vector<Finding> found = findings(maker, "ADR-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);
  CHECK(found[0].found == "16,384");
  CHECK(found[0].expected == "at most 16,256");
}

TEST_CASE("the last trip of a loop counts for the end of a tensor (ADR-02)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.plan.storages[2].bytes *= 2;
  maker.loop(2);
  maker.last().tensors[2].loop_stride = {64 * 128 * 2};
  CHECK(findings(maker, "ADR-02").empty());
  maker.launch().loops[0].trips = 3;
  CHECK(findings(maker, "ADR-02").size() == 1);
}

TEST_CASE("a tensor in the segment of programs is reported (ADR-02)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  const std::int64_t shift = plan::kProgramSegment * plan::kSegmentBytes;
  maker.plan.storages[2].address += shift - plan::kSegmentBytes;
  for (std::int64_t& start : maker.last().tensors[2].start) start += shift - plan::kSegmentBytes;
  const std::vector<Finding> found = findings(maker, "ADR-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].expected == "one segment below 7");
}

TEST_CASE("the one core whose address does not follow from its slice is named (ADR-03)", "[unit]") {
  for (const std::size_t core : {0U, 2U}) {
    PlanMaker maker = add_rows(64, 128, 4);
    plan::Tensor& tensor = maker.last().tensors[0];
    const std::int64_t right = tensor.start[core];
    tensor.start[core] += 128;
    const std::vector<Finding> found = findings(maker, "ADR-03");
    REQUIRE(found.size() == 1);
    CHECK(found[0].cores == std::to_string(core));
    CHECK(found[0].found.size() == found[0].expected.size());
    CHECK(found[0].message.find("core " + std::to_string(core)) != std::string::npos);
    CHECK(tensor.start[core] == right + 128);
  }
}

TEST_CASE("two cores that swapped their slices are both named (ADR-03)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  std::swap(maker.last().slice[1], maker.last().slice[2]);
  const std::vector<Finding> found = findings(maker, "ADR-03");
  REQUIRE(found.size() == 3);
  for (const Finding& finding : found) CHECK(finding.cores == "1-2");
}

TEST_CASE("a wrong extent behind a slice shows in the addresses (ADR-03)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Neg, {{"mb", 64, 1}, {"out", 256, 4}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  CHECK(rules_broken(maker).empty());
  maker.last().tensors[0].layout[1].stride +=
      128;  // a gap of one row that the addresses do not have
  CHECK(findings(maker, "ADR-03").size() == 1);
}

TEST_CASE("placeholder addresses of a split symbolic dimension are only warned about (SYM-07)",
          "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().dims[0].symbolic = true;
  for (plan::Tensor& tensor : maker.last().tensors) tensor.start = {4096, 4097, 4098, 4099};
  const std::vector<Finding> found = findings(maker, "SYM-07");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);
  CHECK(findings(maker, "ADR-02").empty());
  CHECK(findings(maker, "ADR-03").empty());
}

TEST_CASE("an LX tensor starts at one offset on every core (ADR-04)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4, true);
  CHECK(findings(maker, "ADR-04").empty());
  maker.last().tensors[1].start[3] += 256;
  const std::vector<Finding> found = findings(maker, "ADR-04");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "3");
}

TEST_CASE("an LX operand of a memory-only operation is a warning (ADR-06)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::ReStickifyHbm, {{"mb", 64, 1}, {"out", 64, 1}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.output({.order = {"out", "mb"}, .stick = "mb", .lx = true});
  CHECK(rules_broken(maker) == Rules{"ADR-06"});
}

TEST_CASE("a ninth tensor is too many (ADR-08)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  while (maker.last().tensors.size() < 8) {
    maker.last().tensors.push_back(maker.last().tensors[0]);
  }
  CHECK(findings(maker, "ADR-08").empty());
  maker.last().tensors.push_back(maker.last().tensors[0]);
  CHECK(findings(maker, "ADR-08").size() == 1);
}

TEST_CASE("walking more than a tensor has is reported by dimension (ADR-09)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().tensors[0].layout[0].units = 60;
  const std::vector<Finding> found = findings(maker, "ADR-09");
  REQUIRE(found.size() == 1);
  CHECK(found[0].found == "64");
  CHECK(found[0].expected == "at most 60");
  CHECK(found[0].message.find("along mb") != std::string::npos);
}

TEST_CASE("a gap inside a stick is a warning, a negative one an error (ADR-11)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().tensors[0].dims[1].back_gap = 64;
  maker.last().tensors[0].dims[0].back_gap = 3;
  CHECK(findings(maker, "ADR-11").empty());
  maker.last().tensors[0].dims[1].back_gap = 63;
  CHECK(rules_broken(maker) == Rules{"ADR-11"});
  CHECK(findings(maker, "ADR-11")[0].severity == Severity::Warning);
  maker.last().tensors[0].dims[1].back_gap = -64;
  REQUIRE(findings(maker, "ADR-11").size() == 1);
  CHECK(findings(maker, "ADR-11")[0].severity == Severity::Error);
}

TEST_CASE("a split of a dimension that a tensor lacks is reported (ADR-12)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Add, {{"mb", 64, 4}, {"out", 128, 1}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.input({.order = {"mb", "out"}, .stick = "out", .scale = {{"mb", -1}}});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  CHECK(rules_broken(maker).empty());
  maker.last().tensors[1].dims[0].core_factor = 4;
  maker.last().tensors[1].dims[0].core_alpha = 16;
  CHECK(findings(maker, "ADR-12").size() == 1);
}

TEST_CASE("allocations that overlap are an error, pools one after the other are not (ADR-10)",
          "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.plan.storages[0].bytes += 128;
  CHECK(rules_broken(maker) == Rules{"ADR-10"});
  maker.plan.storages[0].pool = maker.plan.storages[1].pool = true;
  CHECK(rules_broken(maker).empty());
}

TEST_CASE("in place is legal, shifted by a stick is not (ADR-10)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().tensors[2].start = maker.last().tensors[0].start;
  maker.last().tensors[2].storage = maker.last().tensors[0].storage;
  CHECK(rules_broken(maker).empty());
  maker.plan.storages[0].bytes += 128;
  maker.plan.storages[1].address += 128;
  for (std::int64_t& start : maker.last().tensors[1].start) start += 128;
  maker.plan.storages[2].address += 128;
  for (std::int64_t& start : maker.last().tensors[2].start) start += 128;
  const std::vector<Finding> found = findings(maker, "ADR-10");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);
}

TEST_CASE("neighbouring halves of one buffer do not overlap (ADR-10)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Identity, {{"mb", 64, 4}, {"out", 128, 1}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  // Rows 0-63 and 64-127 of one tensor of 128 rows: their sticks interleave.
  maker.plan.storages.resize(1);
  maker.plan.storages[0].bytes = 2 * 128 * 128;
  for (plan::Tensor& tensor : maker.last().tensors) {
    tensor.storage = 0;
    tensor.layout[0].units = 128;
    tensor.layout[1].stride = 128 * 128;
  }
  maker.last().tensors[1].start = maker.last().tensors[0].start;
  for (std::int64_t& start : maker.last().tensors[1].start) start += 64 * 128;
  CHECK(rules_broken(maker).empty());
  for (std::int64_t& start : maker.last().tensors[1].start) start -= 128;
  CHECK(findings(maker, "ADR-10").size() == 1);
}

// t = -in; u = exp(in); out = |t|, with t and u at byte offsets of one pool.
PlanMaker in_pool(std::int64_t first, std::int64_t second) {
  PlanMaker maker;
  const TensorSpec rows{.order = {"mb", "out"}, .stick = "out"};
  for (const plan::OpCode op : {plan::OpCode::Neg, plan::OpCode::Exp, plan::OpCode::Abs}) {
    maker.add(operation(op, {{"mb", 64, 4}, {"out", 128, 1}}));
    maker.input(rows);
    maker.output(rows);
  }
  plan::Storage pool;
  pool.name = "pool";
  pool.bytes = 1 << 20;
  pool.pool = true;
  maker.plan.storages.push_back(pool);
  const auto move = [&](std::size_t op, std::size_t tensor, std::int64_t offset) {
    plan::Tensor& moved = maker.launch().operations[op].tensors[tensor];
    moved.storage = static_cast<plan::StorageId>(maker.plan.storages.size() - 1);
    for (std::int64_t core = 0; core < 4; ++core)
      moved.start[static_cast<std::size_t>(core)] = offset + core * 16 * 128;
  };
  move(0, 1, first);
  move(1, 1, second);
  move(2, 0, first);
  return maker;
}

TEST_CASE("a value in the pool that is written over before it is read is an error (ADR-10)",
          "[unit]") {
  const std::int64_t bytes = 64 * 128 * 2;
  CHECK(rules_broken(in_pool(0, bytes)).empty());
  const PlanMaker maker = in_pool(0, 128);
  CHECK(rules_broken(maker) == Rules{"ADR-10"});
  const Finding found = findings(maker, "ADR-10")[0];
  CHECK(found.severity == Severity::Error);
  CHECK(found.operation == 2);
  CHECK(found.found == "Tensor1 of exp (operation 1)");
}

TEST_CASE("bytes of the pool are used again once their value is dead", "[unit]") {
  PlanMaker maker = in_pool(0, 128);
  std::swap(maker.launch().operations[1], maker.launch().operations[2]);
  CHECK(rules_broken(maker).empty());
}

TEST_CASE("a span of 256 MiB on one core is an error of check and a warning of a run (SPN-01)",
          "[unit]") {
  // 98,000 x 4096 elements of 2 bytes.
  PlanMaker maker = add_rows(98'000, 4096, 1);
  const std::int64_t span = 98'000 * 4096 * 2;
  REQUIRE(span > 255 * kMiB);
  std::vector<Finding> found = findings(maker, "SPN-01");
  REQUIRE(found.size() == 3);
  CHECK(found[0].severity == Severity::Error);
  CHECK(found[0].found == "802,816,000");
  // Columns are outermost: a third of the 64 sticks leaves 22, and 22 * 98000 * 128 is too much; a
  // quarter fits.
  CHECK(22 * 98'000 * 128 > 268'431'360);
  CHECK(16 * 98'000 * 128 < 268'431'360);
  CHECK(found[0].message.find("out needs 4 slices") != std::string::npos);
  found = findings(maker, "SPN-01", Mode::Run);
  REQUIRE(found.size() == 3);
  CHECK(found[0].severity == Severity::Warning);
  CHECK(findings(maker, "SPN-02").empty());
  CHECK(findings(add_rows(98'000, 4096, 1), "SPN-04").empty());
}

TEST_CASE("a tensor no split can bring into the span says how many slices it takes (SPN-02)",
          "[unit]") {
  PlanMaker maker = add_rows(20'000, 512 * 1024, 1);
  const std::vector<Finding> found = findings(maker, "SPN-02");
  REQUIRE_FALSE(found.empty());
  const std::int64_t sticks = 512 * 1024 / 64, column = 20'000 * 128;
  const std::int64_t fitting = 268'431'360 / column;  // sticks of one core
  const std::int64_t slices = (sticks + fitting - 1) / fitting;
  CHECK(slices > 32);
  CHECK(found[0].found == std::to_string(slices));
}

TEST_CASE("cores beyond the card and cores listed twice are reported (SPN-04)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().cores = {0, 1, 2, 32};
  std::vector<Finding> found = findings(maker, "SPN-04");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "32");
  maker.last().cores = {0, 1, 2, 1};
  found = findings(maker, "SPN-04");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "1");
}

TEST_CASE("a stick that is not filled is reported (SPN-05)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().tensors[0].sticks[0].elements = 32;
  const std::vector<Finding> found = findings(maker, "SPN-05");
  REQUIRE(found.size() == 1);
  CHECK(found[0].expected == "64");
}

}  // namespace
}  // namespace spyre::check::test
