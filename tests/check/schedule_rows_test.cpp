// Schedule rows and data operations (SCH, RLY), loops, plans without work and the collection of
// findings.
#include "sim/check/rules.hpp"
#include "sim/check/text.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/support/catch.hpp"

namespace spyre::check::test {
namespace {

using Rules = std::vector<std::string>;

// A piece of `rows` rows of one stick from row `first` on.
plan::Piece piece(int core, std::int64_t first, std::int64_t rows, std::int64_t address) {
  plan::Piece made;
  made.start = {{"mb", first}, {"out", 0}};
  made.size = {{"mb", rows}, {"out", 64}};
  made.core = core;
  made.address = address;
  return made;
}

// Core 0 takes the rows of core 1 before it computes.
PlanMaker with_data_op() {
  PlanMaker maker = add_rows(64, 64, 2);
  plan::DataOp op;
  op.name = "STCDPOpLx";
  op.cores = {0};
  op.stick_elements = {{"out", 64}};
  op.input = {piece(0, 0, 16, 0), piece(1, 16, 16, 0)};
  op.output = {piece(0, 0, 32, 8192)};
  maker.last().data_ops = {op};
  maker.last().schedule = {{{0, -1, 0, 1}, {-1, 0, 1, 0}}, {{-1, 0, 0, 0}}};
  return maker;
}

TEST_CASE("data operation, signal, wait, compute is a legal schedule", "[unit]") {
  CHECK(rules_broken(with_data_op()).empty());
}

TEST_CASE("a row that names a missing data operation, or nothing, is an error (SCH-01)", "[unit]") {
  PlanMaker maker = with_data_op();
  maker.last().schedule[0][0].data_op = 5;
  CHECK_FALSE(findings(maker, "SCH-01").empty());
  maker = with_data_op();
  maker.last().schedule[1].push_back({-1, -1, 0, 0});
  CHECK(rules_broken(maker) == Rules{"SCH-01"});
}

TEST_CASE("a core that leaves out its data operation is an error (SCH-02)", "[unit]") {
  PlanMaker maker = with_data_op();
  maker.last().data_ops[0].cores = {0, 1};
  const std::vector<Finding> found = findings(maker, "SCH-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "1");
  CHECK(found[0].found == "0");
}

TEST_CASE("a compute listed twice is an error (SCH-02)", "[unit]") {
  PlanMaker maker = with_data_op();
  maker.last().schedule[1].push_back({-1, 0, 0, 0});
  CHECK(rules_broken(maker) == Rules{"SCH-02"});
}

TEST_CASE("a wait that nothing signals is an error (SCH-03)", "[unit]") {
  PlanMaker maker = with_data_op();
  maker.last().schedule[0][0].signal = 0;
  const std::vector<Finding> found = findings(maker, "SCH-03");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "0");
}

TEST_CASE("without data operations all cores have the same rows (SCH-04)", "[unit]") {
  PlanMaker maker = add_rows(64, 64, 4);
  maker.last().schedule[2] = {{-1, 0, 0, 1}};
  const std::vector<Finding> found = findings(maker, "SCH-04");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "2");
}

TEST_CASE("a destination element without a source is an error (RLY-02)", "[unit]") {
  PlanMaker maker = with_data_op();
  maker.last().data_ops[0].input[1].size["mb"] = 15;
  const std::vector<Finding> found = findings(maker, "RLY-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].elements == "64");
}

TEST_CASE("a destination that counts part of its elements as valid needs those only (RLY-02)",
          "[unit]") {
  PlanMaker maker = with_data_op();
  maker.last().data_ops[0].input.erase(maker.last().data_ops[0].input.begin());
  CHECK_FALSE(findings(maker, "RLY-02").empty());
  maker.last().data_ops[0].output[0].valid_gap["mb"] = {{0, 16}, {16, 0}};
  CHECK(findings(maker, "RLY-02").empty());
}

TEST_CASE("a moved piece stays in LX and on whole sticks (LX-01, ADR-01)", "[unit]") {
  PlanMaker maker = with_data_op();
  maker.last().data_ops[0].output[0].address = (2 << 20) - (64 << 10) - 128;
  CHECK(rules_broken(maker) == Rules{"LX-01"});
  maker.last().data_ops[0].output[0].address = 8192 + 2;
  CHECK(rules_broken(maker) == Rules{"ADR-01"});
}

TEST_CASE("a move onto its own source is an error (LX-11)", "[unit]") {
  PlanMaker maker = with_data_op();
  plan::DataOp& op = maker.last().data_ops[0];
  op.name = "LXCoordinateRemapOp";
  op.input.clear();
  op.output.clear();
  op.ranges = {{0, 0, 0, 4096, 128, 4, 256, 256}};
  CHECK(rules_broken(maker).empty());
  op.ranges[0].destination_address = 512;
  CHECK(rules_broken(maker) == Rules{"LX-11"});
}

TEST_CASE("a loop counter holds 65,535 trips (SYM-05)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.loop(65'535);
  CHECK(rules_broken(maker).empty());
  maker.launch().loops[0].trips = 65'536;
  const std::vector<Finding> found = findings(maker, "SYM-05");
  REQUIRE(found.size() == 1);
  CHECK(found[0].found == "65,536");
  CHECK(found[0].launch == 0);
}

TEST_CASE("a pool of 16 GiB does not fit its segment (SYM-08)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  plan::Storage pool;
  pool.name = "pool";
  pool.pool = true;
  pool.bytes = std::int64_t{15} << 30;
  maker.plan.storages.push_back(pool);
  CHECK(rules_broken(maker).empty());
  maker.plan.storages.back().bytes = std::int64_t{16} << 30;
  CHECK(rules_broken(maker) == Rules{"SYM-08"});
}

TEST_CASE("plans, launches and loops without work are errors (SYM-09)", "[unit]") {
  PlanMaker maker;
  CHECK(rules_broken(maker) == Rules{"SYM-09"});
  maker.plan.launches.emplace_back();
  CHECK(rules_broken(maker) == Rules{"SYM-09"});
  maker = add_rows(64, 128, 4);
  maker.loop(0);
  CHECK(rules_broken(maker) == Rules{"SYM-09"});
}

TEST_CASE("notes of the reader become warnings or information", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.plan.notes = {{"READ", "addresses are made up", {"bundle.mlir", "", 3}},
                      {"SYM-03", "symbol -4 is not used", {"bundle.mlir", "", 7}}};
  const std::vector<Finding> found = findings(maker, "SYM-03");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);
  CHECK(found[0].file == "bundle.mlir");
  CHECK(found[0].line == 7);
  REQUIRE(findings(maker, "READ").size() == 1);
  CHECK(findings(maker, "READ")[0].severity == Severity::Info);
}

TEST_CASE("errors come first, then order of launch, operation and rule", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.add(maker.last());
  maker.launch().operations[0].tensors[0].dims[0].core_factor = 1;  // a warning
  maker.launch().operations[1].unit = plan::ExecutionUnit::Pt;
  maker.launch().operations[1].tensors[0].start[1] += 64;
  std::vector<std::pair<int, std::string>> order;
  for (const Finding& finding : findings(maker)) {
    if (finding.severity != Severity::Info) order.emplace_back(*finding.operation, finding.id);
  }
  using Order = std::vector<std::pair<int, std::string>>;
  CHECK(order == Order{{0, "ADR-03"}, {1, "ADR-01"}, {1, "ADR-03"}, {1, "OP-04"}, {0, "WRK-06"}});
}

TEST_CASE("equal findings of many operations become one that lists them", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().unit = plan::ExecutionUnit::Pt;
  for (int k = 0; k < 3; ++k) maker.add(plan::Operation(maker.last()));
  const std::vector<Finding> found = findings(maker, "OP-04");
  REQUIRE(found.size() == 1);
  CHECK(found[0].operation == 0);
  CHECK(found[0].message.find("the same in 3 more operations (launch 0: 1-3)") !=
        std::string::npos);
}

TEST_CASE("two checks of one plan give the same findings", "[unit]") {
  PlanMaker maker = matmul({"", 64, 2}, {"", 256, 2}, {"", 512, 2});
  maker.last().tensors[2].start[5] += 64;
  maker.last().slice[1] = maker.last().slice[0];
  const std::vector<Finding> once = findings(maker), again = findings(maker);
  REQUIRE(once.size() == again.size());
  for (std::size_t k = 0; k < once.size(); ++k) CHECK(once[k].message == again[k].message);
}

TEST_CASE("every rule that can be reported has a title", "[unit]") {
  CHECK(rule("ADR-03") != nullptr);
  CHECK(rule("ADR-99") == nullptr);
  for (const Rule& r : rules()) {
    CHECK_FALSE(r.title.empty());
    CHECK(rule(r.id) == &r);
  }
}

TEST_CASE("cores fold into ranges and numbers into groups", "[arithmetic]") {
  CHECK(folded({0, 1, 2, 17}) == "0-2,17");
  CHECK(folded({5}) == "5");
  CHECK(cores_phrase({3}) == "core 3");
  CHECK(grouped(2'031'616) == "2,031,616");
  CHECK(grouped(-1234) == "-1,234");
  CHECK(grouped(999) == "999");
}

}  // namespace
}  // namespace spyre::check::test
