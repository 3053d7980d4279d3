// Room, lifetimes and views in LX: LX and RLY.
#include "tests/check/make_plan.hpp"
#include "tests/support/catch.hpp"

namespace spyre::check::test {
namespace {

using Rules = std::vector<std::string>;

constexpr std::int64_t kUsable = (2 << 20) - (64 << 10);
constexpr std::int64_t kBuffer = 16 * 128 * 2;  // one core's share of (64, 128) on 4 cores

TensorSpec in_memory() { return {.order = {"mb", "out"}, .stick = "out"}; }
TensorSpec in_lx(std::int64_t address) {
  return {.order = {"mb", "out"}, .stick = "out", .lx = true, .address = address};
}

// Appends output = op(input) over (64, 128) on 4 cores.
void unary(PlanMaker& maker, plan::OpCode op, const TensorSpec& input, const TensorSpec& output) {
  maker.add(operation(op, {{"mb", 64, 4}, {"out", 128, 1}}));
  maker.input(input);
  maker.output(output);
}

TEST_CASE("an LX tensor past the bytes left to tensors is an error with its end (LX-01)",
          "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(kUsable - kBuffer));
  CHECK(findings(maker, "LX-01").empty());
  maker = {};
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(kUsable - kBuffer + 128));
  const std::vector<Finding> found = findings(maker, "LX-01");
  REQUIRE(found.size() == 1);
  CHECK(found[0].message ==
        "Tensor1 (LX) ends at byte 2,031,744 of cores 0-3, beyond the 2,031,616 bytes the card "
        "leaves to tensors");
  CHECK(found[0].cores == "0-3");
}

TEST_CASE("an LX tensor in the backend's share is a warning (LX-02)", "[unit]") {
  const std::int64_t front = 1'625'344;  // 0.8 of 2 MiB - 64 KiB, rounded up to sticks
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(front - kBuffer));
  CHECK(rules_broken(maker).empty());
  maker = {};
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(front - kBuffer + 128));
  CHECK(rules_broken(maker) == Rules{"LX-02"});
}

TEST_CASE("in place is legal in LX, shifted and reduced are not (LX-03)", "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  unary(maker, plan::OpCode::Exp, in_lx(0), in_lx(0));
  CHECK(rules_broken(maker).empty());
  unary(maker, plan::OpCode::Exp, in_lx(0), in_lx(128));
  CHECK(rules_broken(maker) == Rules{"LX-03"});
}

TEST_CASE("a tensor written over before it is read is found with both writers (LX-03)", "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  unary(maker, plan::OpCode::Exp, in_memory(), in_lx(kBuffer));
  unary(maker, plan::OpCode::Abs, in_lx(0), in_memory());
  CHECK(rules_broken(maker).empty());
  for (std::int64_t& start : maker.launch().operations[1].tensors[1].start) start -= 256;
  const std::vector<Finding> found = findings(maker, "LX-03");
  REQUIRE(found.size() == 1);
  CHECK(found[0].operation == 2);
  CHECK(found[0].cores == "0-3");
  CHECK(found[0].found.find("operation 1") != std::string::npos);
  CHECK(found[0].expected.find("operation 0") != std::string::npos);
}

TEST_CASE("a part filled in by its strides or by a copy is an update, anything else is not (LX-03)",
          "[unit]") {
  for (const plan::OpCode op : {plan::OpCode::Identity, plan::OpCode::Exp}) {
    PlanMaker maker;
    unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
    maker.add(operation(op, {{"mb", 64, 4}, {"out", 64, 1}}));
    maker.input(in_memory());
    maker.output(in_lx(0));  // the first of two stick columns
    unary(maker, plan::OpCode::Abs, in_lx(0), in_memory());
    CHECK(rules_broken(maker).empty());
    for (std::int64_t& start : maker.launch().operations[1].tensors[1].start) start += 1024;
    CHECK(rules_broken(maker) == (op == plan::OpCode::Exp ? Rules{"LX-03"} : Rules{}));
  }
}

TEST_CASE("bytes are used again once their tensor is dead", "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  unary(maker, plan::OpCode::Exp, in_lx(0), in_memory());
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(kBuffer / 2));
  unary(maker, plan::OpCode::Exp, in_lx(kBuffer / 2), in_memory());
  CHECK(rules_broken(maker).empty());
}

TEST_CASE("a value born before a loop must survive its trips (LX-04)", "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  unary(maker, plan::OpCode::Exp, in_lx(0), in_memory());
  unary(maker, plan::OpCode::Abs, in_memory(), in_lx(256));
  maker.loop(3);
  maker.launch().loops[0].first = 1;
  maker.launch().operations[0].loop = -1;
  const std::vector<Finding> found = findings(maker, "LX-04");
  REQUIRE(found.size() == 1);
  CHECK(found[0].operation == 1);
  CHECK(found[0].message.find("trip 2") != std::string::npos);
  maker.launch().loops[0].trips = 1;
  CHECK(findings(maker, "LX-04").empty());
}

TEST_CASE("a tensor written anew in every trip may be written over in between", "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  unary(maker, plan::OpCode::Exp, in_lx(0), in_memory());
  unary(maker, plan::OpCode::Abs, in_memory(), in_lx(256));
  maker.loop(3);
  CHECK(rules_broken(maker).empty());
}

TEST_CASE("LX bytes of an earlier launch are told, bytes of nobody warned about (LX-05)",
          "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Exp, in_lx(0), in_memory());
  std::vector<Finding> found = findings(maker, "LX-05");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);

  maker = {};
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  maker.plan.launches.emplace_back();
  unary(maker, plan::OpCode::Exp, in_lx(0), in_memory());
  found = findings(maker, "LX-05");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Info);
  CHECK(found[0].launch == 1);
}

TEST_CASE("cores that trade slices between producer and consumer are found (LX-06)", "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  unary(maker, plan::OpCode::Exp, in_lx(0), in_lx(0));
  CHECK(rules_broken(maker).empty());
  std::reverse(maker.last().slice.begin(), maker.last().slice.end());
  const std::vector<Finding> found = findings(maker, "LX-06");
  REQUIRE(found.size() == 1);
  CHECK(found[0].found == "0 of 4");
  CHECK(found[0].expected == "3 of 4");
}

TEST_CASE("a read of parts of two tensors is a warning (LX-06)", "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(kBuffer));
  unary(maker, plan::OpCode::Exp, in_lx(kBuffer), in_memory());
  CHECK(rules_broken(maker).empty());
  for (std::int64_t& start : maker.last().tensors[0].start) start -= 128;
  CHECK(rules_broken(maker) == Rules{"LX-06"});
}

TEST_CASE("an LX tensor that advances with a loop is an error (LX-07)", "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(0));
  maker.loop(2);
  CHECK(rules_broken(maker).empty());
  maker.last().tensors[1].loop_stride = {128};
  CHECK(rules_broken(maker) == Rules{"LX-07"});
}

TEST_CASE("LX tensors that leave no room to stage operands are warned about (LX-08)", "[unit]") {
  // One operand in memory: 2 bursts of 4,096 bytes.
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(kUsable - kBuffer - 8192));
  CHECK(findings(maker, "LX-08").empty());
  maker = {};
  unary(maker, plan::OpCode::Neg, in_memory(), in_lx(kUsable - kBuffer - 8192 + 128));
  const std::vector<Finding> found = findings(maker, "LX-08");
  REQUIRE(found.size() == 1);
  CHECK(found[0].found == "8,064");
  CHECK(found[0].expected == "at least 8,192");
}

TEST_CASE("an operand with its own division is a gather over the ring, not an overflow (LX-12)",
          "[unit]") {
  PlanMaker maker;
  unary(maker, plan::OpCode::Neg, in_lx(kUsable), in_memory());
  maker.last().tensors[0].own_slice = maker.last().slice;
  CHECK(rules_broken(maker) == Rules{"LX-12"});
}

// Rows over 4 cores become columns over 4 cores.
PlanMaker shuffle(std::int64_t columns) {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Shuffle, {{"mb", 64, 4}, {"out", columns, 1}}));
  maker.input(in_lx(0));
  maker.output(in_lx(64 * columns * 2));
  plan::Operation& op = maker.last();
  op.tensors[0].own_slice = op.slice;
  plan::Tensor& target = op.tensors[1];
  target.own_slice.emplace();
  for (std::int64_t core = 0; core < 4; ++core) target.own_slice->push_back({0, core});
  target.dims[0].core_factor = 1;
  target.dims[0].core_alpha = 64;
  target.dims[1].core_factor = 4;
  target.dims[1].core_alpha = columns / 4;
  target.layout[0].core_units = target.layout[0].units = 64;
  target.layout[1].core_units = target.layout[1].units = columns / 4 / 64;
  target.layout[1].stride = 64 * 128;
  return maker;
}

std::vector<std::string> relayout_rules(const PlanMaker& maker) {
  std::vector<std::string> ids = rules_broken(maker);
  ids.erase(std::remove_if(ids.begin(), ids.end(),
                           [](const auto& id) { return id.rfind("RLY", 0) != 0; }),
            ids.end());
  return ids;
}

TEST_CASE("a shuffle that gathers every element once is legal", "[unit]") {
  CHECK(relayout_rules(shuffle(256)).empty());
}

TEST_CASE("a shuffle onto its own source is an error (RLY-01)", "[unit]") {
  PlanMaker maker = shuffle(256);
  maker.last().tensors[1].start = {4096, 4096, 4096, 4096};
  CHECK(relayout_rules(maker) == Rules{"RLY-01"});
}

TEST_CASE("a source piece nobody holds leaves a hole (RLY-02)", "[unit]") {
  PlanMaker maker = shuffle(256);
  (*maker.last().tensors[0].own_slice)[3] = {2, 0};
  const std::vector<Finding> found = findings(maker, "RLY-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "0-3");
  CHECK(found[0].elements == "1,024");  // 16 rows of one stick
}

TEST_CASE("more than eight source pieces for one core are warned about (RLY-03)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Shuffle, {{"mb", 64, 16}, {"out", 1024, 1}}));
  maker.input(in_lx(0));
  maker.output({.order = {"mb", "out"}, .stick = "out", .scale = {}, .lx = true, .address = 65536});
  plan::Tensor& target = maker.last().tensors[1];
  target.own_slice.emplace(16, std::vector<std::int64_t>{0, 0});
  target.dims[0].core_factor = 1;
  target.layout[0].core_units = target.layout[0].units = 64;
  const std::vector<Finding> found = findings(maker, "RLY-03");
  REQUIRE(found.size() == 1);
  CHECK(found[0].found == "16");
  CHECK(found[0].cores == "0-15");
}

TEST_CASE("a broadcast to a part of the cores is an error (RLY-04)", "[unit]") {
  PlanMaker maker = shuffle(256);
  for (std::int64_t core = 0; core < 4; ++core) {
    (*maker.last().tensors[1].own_slice)[static_cast<std::size_t>(core)] = {0, core % 3};
  }
  CHECK(relayout_rules(maker) == Rules{"RLY-04"});
}

}  // namespace
}  // namespace spyre::check::test
