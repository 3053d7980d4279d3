// Are inputs without a file made up in a way that is legal, repeatable and said aloud?
#include "sim/execute/inputs.hpp"
#include "models/base/error.hpp"
#include "sim/execute/generator.hpp"
#include "tests/execute/case_values.hpp"
#include "tests/support/catch.hpp"

#include <set>

namespace spyre::execute {
namespace {

using number::HostType;

plan::Plan without_files(const std::string& name) {
  plan::Plan plan = test::read_case(name);
  plan.tensors.clear();
  return plan;
}

TEST_CASE("the generator depends on seed and name, and on nothing else", "[unit]") {
  const HostArray a = generated("x", 1, HostType::Float16, {64}, 0);
  CHECK(a.bytes == generated("x", 1, HostType::Float16, {64}, 0).bytes);
  CHECK(a.bytes != generated("y", 1, HostType::Float16, {64}, 0).bytes);
  CHECK(a.bytes != generated("x", 2, HostType::Float16, {64}, 0).bytes);
}

TEST_CASE("generated numbers lie in their ranges and vary", "[unit]") {
  for (const double value : generated("x", 0, HostType::Float32, {1000}, 0).values()) {
    REQUIRE(value >= -1);
    REQUIRE(value < 1);
  }
  std::set<double> rows;
  for (const double value : generated("i", 0, HostType::Int64, {1000}, 5).values())
    rows.insert(value);
  CHECK(rows == std::set<double>{0, 1, 2, 3, 4});
}

TEST_CASE("every input without a file is warned about, and outputs are still computed", "[unit]") {
  const Values values = execute(without_files("bcast_row"));
  const std::vector<check::Finding> warned = test::findings_of(values, "SIM-07");
  CHECK(warned.size() == 2);
  for (const check::Finding& finding : warned) CHECK(finding.severity == check::Severity::Warning);
  REQUIRE(values.tensors.size() == 1);
  CHECK(values.tensors[0].compared_with.empty());
  CHECK(values.arrays.size() == 1);
  CHECK(values.agree());
}

TEST_CASE("a generated index names rows that exist", "[unit]") {
  const Values values = execute(without_files("embedding_i32"));
  CHECK(test::findings_of(values, "IND-04").empty());
  CHECK(test::findings_of(values, "DYN-01").empty());
}

TEST_CASE("an index without a layout names rows that exist, too", "[unit]") {
  plan::Plan plan = without_files("embedding_i32");
  for (plan::Launch& launch : plan.launches)
    for (plan::Argument& argument : launch.arguments) argument.layout.reset();
  const Values values = execute(plan);
  CHECK(test::findings_of(values, "SIM-07").size() == 2);
  CHECK(test::findings_of(values, "IND-04").empty());
}

TEST_CASE("tolerances given by the user replace the plan's", "[unit]") {
  const plan::Plan plan = test::read_case("bcast_row");
  Options options;
  options.atol = options.rtol = 0;
  const Values values = execute(plan, options);
  CHECK(values.tensors.at(0).atol == 0);
  CHECK_FALSE(values.agree());  // the host's fp16 loses a bit on the way
}

TEST_CASE("a tensor can be dumped beside the outputs, an unknown one is named with its neighbours",
          "[unit]") {
  const plan::Plan plan = test::read_case("bcast_row");
  Options options;
  options.dump_tensors = {"in_0"};
  const Values values = execute(plan, options);
  REQUIRE(values.arrays.size() == 2);
  CHECK(values.arrays[1].name == "in_0");
  options.dump_tensors = {"in_9"};
  CHECK_THROWS_WITH(execute(plan, options), Catch::Contains("(expected in_0, the nearest)"));
  options.dump_tensors = {"something"};
  CHECK_THROWS_WITH(execute(plan, options), Catch::Contains("(expected one of in_0, in_1, out_0"));
  options.dump_tensors.clear();
  options.inputs["in_9"] = "in_9.npy";
  CHECK_THROWS_WITH(execute(plan, options), Catch::Contains("(expected in_0, the nearest)"));
}

TEST_CASE("a plan without named tensors says so where one is asked for", "[unit]") {
  plan::Plan plan = test::read_case("bcast_row");
  for (plan::Launch& launch : plan.launches) launch.arguments.clear();
  Options options;
  options.inputs["in_0"] = "in_0.npy";
  CHECK_THROWS_WITH(execute(plan, options),
                    Catch::Contains("(expected nothing: the plan names no tensors)"));
}

TEST_CASE("the result of an operation can be dumped in logical order, whatever its place",
          "[unit]") {
  const plan::Plan plan = test::read_case("mm_relu_mm");  // product, shuffle, relu, product
  Options options;
  options.dump_tensors = {"0_batchmatmul", "0/2_relufwd"};
  const Values values = execute(plan, options);
  REQUIRE(values.arrays.size() == 3);
  CHECK(values.arrays[1].name == "0_batchmatmul");
  const std::vector<double> product = values.arrays[1].array.values(),
                            positive = values.arrays[2].array.values();
  REQUIRE(product.size() == positive.size());
  CHECK(values.arrays[1].array.shape == values.arrays[2].array.shape);
  bool negative = false;
  for (std::size_t i = 0; i < product.size(); ++i) {
    REQUIRE(positive[i] == std::max(product[i], 0.0));
    negative = negative || product[i] < 0;
  }
  CHECK(negative);
}

TEST_CASE("a dumped result has the order of the host's tensor", "[unit]") {
  const plan::Plan plan = test::read_case("bcast_row");
  Options options;
  options.dump_tensors = {"0_add"};
  const Values values = execute(plan, options);
  REQUIRE(values.arrays.size() == 2);
  CHECK(values.arrays[1].array.shape == values.arrays[0].array.shape);
  CHECK(values.arrays[1].array.values() == values.arrays[0].array.values());
}

TEST_CASE("an input file of another shape or type is refused", "[unit]") {
  const plan::Plan plan = test::read_case("bcast_row");
  Options options;
  options.inputs["in_0"] = test::case_folder("embedding_i32") / "in_0.npy";
  CHECK_THROWS_AS(execute(plan, options), Error);
}

TEST_CASE("arrays take the place of files, and their shape, type and name are checked", "[unit]") {
  const plan::Plan plan = test::read_case("bcast_row");
  Options options;
  options.arrays["in_0"] = {HostType::Float16, {64, 128}, std::vector<std::uint8_t>(64 * 128 * 2)};
  CHECK_FALSE(execute(plan, options).agree());
  options.arrays["in_0"] = read_npy(test::case_folder("bcast_row") / "in_0.npy", HostType::Float16);
  CHECK(execute(plan, options).agree());
  options.arrays["in_0"].shape = {128, 64};
  CHECK_THROWS_AS(execute(plan, options), Error);
  options.arrays["in_0"] = {HostType::Int16, {64, 128}, std::vector<std::uint8_t>(64 * 128 * 2)};
  CHECK_THROWS_AS(execute(plan, options), Error);
  options.arrays = {{"in_9", {}}};
  CHECK_THROWS_AS(execute(plan, options), Error);
}

TEST_CASE("a plan names the tensors it needs, with shape, type and file", "[unit]") {
  const std::vector<InputTensor> inputs = input_tensors(test::read_case("embedding_i32"));
  REQUIRE(inputs.size() == 2);
  CHECK(inputs[0].name == "in_0");
  CHECK(inputs[0].shape == std::vector<std::int64_t>{128, 256});
  CHECK(inputs[0].type == HostType::Float16);
  CHECK(inputs[1].type == HostType::Int32);
  CHECK(inputs[1].file == "in_1.npy");
}

TEST_CASE("an expectation that nothing computes does not agree", "[unit]") {
  plan::Plan plan = test::read_case("bcast_row");
  plan::HostTensor missing = plan.tensors.back();
  missing.name = "out_7";
  plan.tensors.push_back(missing);
  const Values values = execute(plan);
  CHECK_FALSE(values.tensors.back().computed);
  CHECK_FALSE(values.agree());
}

}  // namespace
}  // namespace spyre::execute
