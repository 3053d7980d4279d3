// Do values on disk have the schema that scripts rely on?
#include "sim/execute/values_file.hpp"

#include "models/base/error.hpp"
#include "tests/execute/case_values.hpp"
#include "tests/support/catch.hpp"

#include <unistd.h>
#include <fstream>

namespace spyre::execute {
namespace {

Json only_id(const check::Finding& finding) { return {{"id", finding.id}}; }

Values sample() {
  Values values;
  TensorComparison tensor;
  tensor.name = "out_0";
  tensor.file = "out_0.npy";
  tensor.compared_with = "expected.npy";
  tensor.atol = 0.1;
  tensor.elements = 4;
  tensor.beyond = 1;
  tensor.max_abs = std::numeric_limits<double>::infinity();
  tensor.first = {{{1, 2}, 3.5, 0.25}};
  tensor.where = {1, 3};
  values.tensors.push_back(tensor);
  values.arrays.push_back({"out_0", {number::HostType::Bool, {1}, {1}}});
  check::Finding finding;
  finding.id = "DYN-01";
  values.findings.push_back(finding);
  return values;
}

TEST_CASE("values.json names file, expectation, tolerances, distances and the first differences",
          "[unit]") {
  plan::Plan plan;
  plan.name = "sample";
  const Json json = values_json(plan, sample(), only_id);
  CHECK(json["schema"] == "spyre-sim/values/1");
  CHECK(json["plan"] == "sample");
  CHECK(json["agree"] == false);
  const Json& tensor = json["tensors"][0];
  CHECK(tensor["file"] == "out_0.npy");
  CHECK(tensor["compared_with"] == "expected.npy");
  CHECK(tensor["atol"] == 0.1);
  CHECK(tensor["beyond"] == 1);
  CHECK(tensor["max_abs"] == "inf");  // JSON has no number for it
  CHECK(tensor["where"] == Json::array({1, 3}));
  CHECK(tensor["first"][0]["index"] == Json::array({1, 2}));
  CHECK(tensor["first"][0]["got"] == 3.5);
  CHECK(json["findings"][0]["id"] == "DYN-01");
}

TEST_CASE("a directory of values holds the arrays and the comparison, and no half files",
          "[unit]") {
  const auto directory = std::filesystem::temp_directory_path() /
                         ("spyre_values_" + std::to_string(getpid())) / "deep";
  write_values(plan::Plan{}, sample(), directory, only_id);
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"out_0.npy", "values.json"});
  CHECK(read_npy(directory / "out_0.npy", number::HostType::Bool).bytes ==
        std::vector<std::uint8_t>{1});
  std::filesystem::remove_all(directory.parent_path());
}

TEST_CASE("a directory that cannot be made is an input error", "[unit]") {
  CHECK_THROWS_AS(write_values(plan::Plan{}, sample(), "/dev/null/values", only_id), Error);
}

TEST_CASE("the table says of every tensor whether it agrees, and where it does not", "[unit]") {
  const std::string text = values_text(sample());
  CHECK(text.find("1 of 4 beyond tolerance") != std::string::npos);
  CHECK(text.find("[1, 2] is 3.5, expected 0.25") != std::string::npos);
  CHECK(text.find("inf           0  [1, 3]") != std::string::npos);
}

}  // namespace
}  // namespace spyre::execute
