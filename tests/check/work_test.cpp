// Division of work, coverage and partial sums: WRK and PSM.
#include "tests/check/make_plan.hpp"
#include "tests/support/catch.hpp"

namespace spyre::check::test {
namespace {

using Rules = std::vector<std::string>;

void remove_core(plan::Operation& op) {
  op.cores.pop_back();
  op.slice.pop_back();
  op.schedule.pop_back();
  for (plan::Tensor& tensor : op.tensors) tensor.start.pop_back();
}

void repeat_cores(plan::Operation& op) {
  const std::size_t count = op.cores.size();
  for (std::size_t core = 0; core < count; ++core) {
    op.cores.push_back(static_cast<int>(count + core));
    op.slice.push_back(op.slice[core]);
    op.schedule.push_back(op.schedule[core]);
    for (plan::Tensor& tensor : op.tensors) tensor.start.push_back(tensor.start[core]);
  }
}

TEST_CASE("fewer cores than work slices is an error, a multiple is repeated work (WRK-01)",
          "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  remove_core(maker.last());
  std::vector<Finding> found = findings(maker, "WRK-01");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Error);

  maker = add_rows(64, 128, 4);
  repeat_cores(maker.last());
  CHECK(rules_broken(maker) == Rules{"WRK-01"});
  found = findings(maker, "WRK-01");
  CHECK(found[0].severity == Severity::Warning);
}

TEST_CASE("a slice done twice names the one nobody does (WRK-02)", "[unit]") {
  PlanMaker maker = matmul({"", 64, 2}, {"", 256, 2}, {"", 512, 1});
  maker.last().slice[3] = maker.last().slice[0];
  const std::vector<Finding> found = findings(maker, "WRK-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "0,3");
  CHECK(found[0].message.find("nobody does mb 1, out 1") != std::string::npos);
}

TEST_CASE("a slice index beyond the split is reported (WRK-02)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().slice[3][0] = 4;
  const std::vector<Finding> found = findings(maker, "WRK-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "3");
  CHECK(found[0].expected == "0 to 3");
}

TEST_CASE("a truncated share of the reduced dimension is reported (WRK-04)", "[unit]") {
  PlanMaker maker = matmul({"", 64, 1}, {"", 256, 1}, {"", 512, 2});
  CHECK(rules_broken(maker).empty());
  maker.last().dims[0].per_core = 192;
  const std::vector<Finding> found = findings(maker, "WRK-04");
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].found == "384");
  CHECK(found[0].expected == "512");
}

TEST_CASE("shares of an operand that leave a gap in the reduced dimension are reported (WRK-04)",
          "[unit]") {
  PlanMaker maker = matmul({"", 64, 1}, {"", 256, 1}, {"", 512, 2});
  maker.last().tensors[0].dims[0].core_alpha = 320;
  CHECK(findings(maker, "WRK-04").size() == 1);
}

TEST_CASE("shares that do not cover a dimension are reported (WRK-05)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().dims[0].per_core = 15;
  const std::vector<Finding> found = findings(maker, "WRK-05");
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].found == "60");
}

TEST_CASE("67 columns over 2 cores are no whole sticks (WRK-05)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Neg, {{"mb", 64, 1}, {"out", 128, 2}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  CHECK(rules_broken(maker).empty());
  for (plan::Tensor& tensor : maker.last().tensors) tensor.dims[1].core_alpha = 34;
  CHECK_FALSE(findings(maker, "WRK-05").empty());
}

TEST_CASE("a tensor that is not divided as its operation collapses the split (WRK-06)", "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  maker.last().tensors[2].dims[0].core_factor = 1;
  const std::vector<Finding> found = findings(maker, "WRK-06");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);
  CHECK(found[0].tensor == "Tensor2");
}

TEST_CASE("only one reduced dimension may be split (WRK-07)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Sum, {{"mb", 64, 2}, {"out", 256, 2}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out", .scale = {{"mb", -1}, {"out", -2}}});
  CHECK(findings(maker, "WRK-07").size() == 1);
  maker.last().dims[0].slices = 1;
  CHECK(findings(maker, "WRK-07").empty());
}

TEST_CASE("a window dimension is not split (WRK-08), and windows end inside the input (WIN-01)",
          "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::AvgPoolFwd, {{"i", 8, 1}, {"out", 64, 1}, {"ki", 2, 1}}));
  maker.input({.order = {"i", "out"}, .stick = "out"});
  maker.output({.order = {"i", "out"}, .stick = "out"});
  plan::Window window;
  window.window_dim = 2;
  window.stride = 2;
  window.total_size = 16;  // 7 * 2 + 2
  maker.last().dims[0].window = window;
  CHECK(findings(maker, "WIN-01").empty());
  maker.last().dims[0].window->total_size = 15;
  CHECK(findings(maker, "WIN-01").size() == 1);
  CHECK(findings(maker, "WRK-08").empty());
  maker.last().dims[2].slices = 2;
  CHECK(findings(maker, "WRK-08").size() == 1);
}

TEST_CASE("idle cores are told with the ratio of the busiest to the mean (WRK-10)", "[unit]") {
  const std::vector<Finding> found = findings(add_rows(100, 128, 25), "WRK-10");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Info);
  CHECK(found[0].message.find("1.28 times") != std::string::npos);
  CHECK(findings(add_rows(128, 128, 32), "WRK-10").empty());
}

// The output of a one-launch plan as the host sees it.
void declare_output(PlanMaker& maker, std::vector<std::int64_t> shape) {
  plan::Argument argument;
  argument.role = plan::ArgumentRole::Output;
  argument.tensor = "out_0";
  argument.storage = maker.last().tensors.back().storage;
  argument.host_shape = std::move(shape);
  argument.layout =
      plan::DeviceLayout{{2, 64, 64}, {64, 128, 1}, plan::Format::Sen169Fp16, "STANDARD"};
  maker.launch().arguments.push_back(argument);
}

TEST_CASE("an output that is written in part only is reported with the elements that lack (WRK-03)",
          "[unit]") {
  PlanMaker maker = add_rows(64, 128, 4);
  declare_output(maker, {64, 128});
  CHECK(rules_broken(maker).empty());
  maker = add_rows(32, 128, 4);
  declare_output(maker, {64, 128});
  std::vector<Finding> found = findings(maker, "WRK-03");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Warning);
  CHECK(found[0].elements == "4,096");
  maker.launch().arguments[0].storage = 0;  // an input: nobody writes it
  found = findings(maker, "WRK-03");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::Error);
}

TEST_CASE("an output written in two trips is complete (WRK-03)", "[unit]") {
  PlanMaker maker = add_rows(32, 128, 4);
  maker.plan.storages[2].bytes *= 2;
  declare_output(maker, {64, 128});
  maker.loop(2);
  CHECK_FALSE(findings(maker, "WRK-03").empty());
  maker.last().tensors[2].loop_stride = {32 * 128 * 2};
  CHECK(findings(maker, "WRK-03").empty());
}

TEST_CASE("the cores of a split reduction share one output address (PSM-01)", "[unit]") {
  PlanMaker maker = matmul({"", 64, 2}, {"", 256, 2}, {"", 512, 2});
  CHECK(rules_broken(maker).empty());
  maker.last().tensors[2].start[1] += 128;
  const std::vector<Finding> found = findings(maker, "PSM-01");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "0-1");  // the reduced dimension is numbered fastest
}

TEST_CASE("partial sums are told for every reduction, not for products only (PSM-01)", "[unit]") {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Sum, {{"mb", 64, 1}, {"out", 256, 4}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out", .scale = {{"out", -2}}});
  CHECK(rules_broken(maker).empty());
  maker.last().tensors[1].start[3] += 128;
  CHECK(findings(maker, "PSM-01").size() == 1);
}

TEST_CASE("cores that share an output address without sharing the result conflict (PSM-02)",
          "[unit]") {
  PlanMaker maker = matmul({"", 64, 2}, {"", 256, 2}, {"", 512, 1});
  maker.last().tensors[2].start[3] = maker.last().tensors[2].start[0];
  const std::vector<Finding> found = findings(maker, "PSM-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "0,3");
}

TEST_CASE("reduction groups that are not neighbours are told with their distance (PSM-03)",
          "[unit]") {
  CHECK(findings(matmul({"", 64, 2}, {"", 256, 2}, {"", 512, 2}), "PSM-03").empty());
  PlanMaker maker;
  maker.add(operation(plan::OpCode::BatchMatmul, {{"mb", 64, 4}, {"out", 256, 1}, {"in", 512, 2}}));
  maker.input({.order = {"mb", "in"}, .stick = "in"});
  maker.input({.order = {"in", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  const std::vector<Finding> found = findings(maker, "PSM-03");
  REQUIRE(found.size() == 1);
  CHECK(found[0].found == "4 steps");
}

TEST_CASE("partial sums beyond LX are a warning (PSM-04)", "[unit]") {
  const std::int64_t payload = 2048 * 8192 * std::int64_t{4};
  const std::vector<Finding> found =
      findings(matmul({"", 2048, 1}, {"", 8192, 1}, {"", 512, 2}), "PSM-04");
  REQUIRE(found.size() == 1);
  CHECK(payload == 67'108'864);
  CHECK(found[0].found == "67,108,864");
  CHECK(findings(matmul({"", 256, 1}, {"", 256, 1}, {"", 512, 2}), "PSM-04").empty());
}

}  // namespace
}  // namespace spyre::check::test
