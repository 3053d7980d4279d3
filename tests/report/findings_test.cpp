// Are findings told the same way in JSON, SARIF and text?
#include "sim/report/findings.hpp"

#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::report;
using Catch::Matchers::Contains;

namespace {

check::Finding full() {
  check::Finding f;
  f.id = "LX-01";
  f.severity = check::Severity::Error;
  f.message = "the scratchpad holds 2097280 B";
  f.file = "sdsc_0.json";
  f.pointer = "/0_add/dscs_/0";
  f.launch = 0, f.operation = 4;
  f.op = "add", f.tensor = "Tensor1", f.cores = "0-15,17", f.elements = "0-63";
  f.found = "2097280 B", f.expected = "at most 2097152 B";
  return f;
}

check::Finding bare() {
  check::Finding f;
  f.id = "SYM-07";
  f.severity = check::Severity::Warning;
  f.message = "symbol bound by default";
  f.file = "bundle.mlir";
  f.line = 12;
  return f;
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

}  // namespace

TEST_CASE("a finding has its keys in order and leaves optional ones out", "[arithmetic]") {
  CHECK(keys_of(finding_json(full())) ==
        std::vector<std::string>{"id", "severity", "message", "file", "pointer", "launch",
                                 "operation", "op", "tensor", "cores", "elements", "found",
                                 "expected"});
  CHECK(keys_of(finding_json(bare())) ==
        std::vector<std::string>{"id", "severity", "message", "file", "line", "found", "expected"});
}

TEST_CASE("a list of findings names its plan and schema", "[arithmetic]") {
  const Json json = findings_json("softmax", {full(), bare()});
  CHECK(json["schema"] == "spyre-sim/findings/1");
  CHECK(json["plan"] == "softmax");
  CHECK(json["findings"].size() == 2);
}

TEST_CASE("SARIF has one result per finding and one rule per id", "[arithmetic]") {
  const Json json =
      findings_sarif({full(), bare(), bare()}, "1.0", {{"LX-01", "LX holds its tensors"}});
  CHECK(json["version"] == "2.1.0");
  const Json& run = json["runs"][0];
  const Json& rules = run["tool"]["driver"]["rules"];
  REQUIRE(rules.size() == 2);
  CHECK(rules[0]["shortDescription"]["text"] == "LX holds its tensors");
  CHECK(rules[1]["id"] == "SYM-07");
  REQUIRE(run["results"].size() == 3);
  CHECK(run["results"][0]["level"] == "error");
  CHECK(run["results"][1]["level"] == "warning");
  const Json& line = run["results"][1]["locations"][0]["physicalLocation"];
  CHECK(line["artifactLocation"]["uri"] == "bundle.mlir");
  CHECK(line["region"]["startLine"] == 12);
}

TEST_CASE("text names place, rule, message and what was expected", "[arithmetic]") {
  const std::string text = findings_text("softmax", {full(), bare()});
  CHECK_THAT(text,
             Contains("error: sdsc_0.json#/0_add/dscs_/0: LX-01 the scratchpad holds 2097280 B "
                      "(expected at most 2097152 B)\n"));
  CHECK_THAT(text, Contains("warning: bundle.mlir:12: SYM-07 symbol bound by default\n"));
  CHECK_THAT(text, Contains("softmax: 1 error, 1 warning, 0 remarks\n"));
}

TEST_CASE("findings of one rule fold in the order of their first appearance", "[arithmetic]") {
  const auto groups = folded({bare(), full(), bare()});
  REQUIRE(groups.size() == 2);
  CHECK(groups.at(0).first.id == "SYM-07");
  CHECK(groups.at(0).count == 2);
  CHECK(groups.at(1).count == 1);
}
