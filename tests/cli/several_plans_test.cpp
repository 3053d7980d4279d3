// Is each plan of one command line a run of its own, with outputs in order and the first failure as
// exit code?
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
const std::string kOther = workload("captured/add_2048x1024_c1");

}  // namespace

TEST_CASE("several plans print one JSON document per line, each as if it ran alone", "[chip]") {
  const auto lines =
      lines_of(spyre_sim("run --format json " + kPlan + " " + kOther + " " + kPlan).out);
  REQUIRE(lines.size() == 3);
  CHECK(json::parse(lines.at(0)) == json::parse(spyre_sim("run --format json " + kPlan).out));
  CHECK(json::parse(lines.at(1)) == json::parse(spyre_sim("run --format json " + kOther).out));
  CHECK(lines.at(2) == lines.at(0));
}

TEST_CASE("a plan that fails does not stop the others and decides the exit code", "[chip]") {
  const Answer answer = spyre_sim("run --format json no_plan " + kPlan);
  CHECK(answer.code == 2);
  CHECK(lines_of(answer.out).size() == 1);
  CHECK_THAT(answer.err, Contains("no_plan"));
}

TEST_CASE("several plans write one report and one trace each into directories", "[chip]") {
  const report::TemporaryFolder folder;
  const std::string directory = folder.path().string() + "/out";
  REQUIRE(
      spyre_sim("run --report " + directory + " --trace " + directory + " " + kPlan + " " + kPlan)
          .code == 0);
  CHECK(std::filesystem::exists(directory + "/softmax_512x1024.json"));
  CHECK(std::filesystem::exists(directory + "/softmax_512x1024-2.json"));
  CHECK(std::filesystem::exists(directory + "/softmax_512x1024.trace.json.gz"));
  CHECK(report::content_of(directory + "/softmax_512x1024.json") ==
        report::content_of(directory + "/softmax_512x1024-2.json"));
}

TEST_CASE("several plans share one CSV heading and one timing log", "[chip]") {
  const report::TemporaryFolder folder;
  const std::string log = (folder / "log").string();
  const auto lines =
      lines_of(spyre_sim("run --format csv --timing-log " + log + " " + kPlan + " " + kPlan).out);
  CHECK(std::count(lines.begin(), lines.end(), lines.at(0)) == 1);
  CHECK(lines_of(report::content_of(log)).size() == 2);
}
