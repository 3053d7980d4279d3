// Does check print findings in each form, with the exit code of the worst?
#include "tests/cli/program.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace spyre;
using namespace spyre::cli;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string kPlan = workload("softmax_512x1024");

// The softmax plan with an operation that does not exist.
void write_broken(const report::TemporaryFolder& folder) {
  const std::filesystem::path bundle =
      SPYRE_SOURCE_DIR "/workloads/softmax_512x1024/k00_sdsc_fused__softmax_0";
  for (const auto& entry : std::filesystem::directory_iterator(bundle)) {
    std::string text = report::content_of(entry.path());
    for (std::size_t at = 0; (at = text.find("\"realdiv\"", at)) != std::string::npos; ++at) {
      text.replace(at, 9, "\"realdif\"");
    }
    std::ofstream(folder / entry.path().filename().string()) << text;
  }
}

}  // namespace

TEST_CASE("a sound plan has no errors in any form", "[chip]") {
  const Answer text = spyre_sim("check " + kPlan);
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains(": 0 errors"));
  const json findings = json::parse(spyre_sim("check --format json " + kPlan).out);
  CHECK(findings["schema"] == "spyre-sim/findings/1");
  CHECK(findings["plan"] == "softmax_512x1024_c32_lx1");
  const json sarif = json::parse(spyre_sim("check --format sarif " + kPlan).out);
  CHECK(sarif["version"] == "2.1.0");
}

TEST_CASE("a plan that cannot be understood is a finding and exit code 3", "[chip]") {
  const report::TemporaryFolder folder;
  write_broken(folder);
  const Answer answer = spyre_sim("check --format json " + folder.path().string());
  CHECK(answer.code == 3);
  const json findings = json::parse(answer.out)["findings"];
  REQUIRE_FALSE(findings.empty());
  CHECK(findings[0]["severity"] == "error");
  CHECK_THAT(findings[0]["message"].get<std::string>(), Contains("realdif"));
}

TEST_CASE("a plan that cannot be understood does not run", "[chip]") {
  const report::TemporaryFolder folder;
  write_broken(folder);
  const Answer answer = spyre_sim("run " + folder.path().string());
  CHECK(answer.code == 3);
  CHECK(answer.out.empty());
  CHECK_THAT(answer.err, Contains("realdif") && Contains("(expected"));
}

TEST_CASE("several plans give one document per line", "[chip]") {
  const auto lines = lines_of(spyre_sim("check --format json " + kPlan + " " + kPlan).out);
  REQUIRE(lines.size() == 2);
  CHECK(json::parse(lines.at(0)) == json::parse(lines.at(1)));
}
