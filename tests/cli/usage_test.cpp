// Is every mistake on the command line one clear message and exit code 2?
#include "tests/cli/program.hpp"
#include "tests/support/catch.hpp"

using namespace spyre::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

void check_usage_error(const std::string& arguments, const std::string& part) {
  INFO(arguments);
  const Answer answer = spyre_sim(arguments);
  CHECK(answer.code == 2);
  CHECK(answer.out.empty());
  CHECK_THAT(answer.err, StartsWith("spyre-sim: error: "));
  CHECK_THAT(answer.err, Contains(part));
}

}  // namespace

TEST_CASE("a command line without a command lists the commands", "[chip]") {
  check_usage_error("", "no command given (expected run, check, show");
}

TEST_CASE("an unknown command is answered with the nearest", "[chip]") {
  check_usage_error("rum", "no command 'rum' (expected run)");
}

TEST_CASE("an unknown option is answered with the nearest of its command", "[chip]") {
  check_usage_error("run --fromat json x", "run has no option --fromat (expected --format)");
  check_usage_error("show x --strict", "show has no option --strict");
}

TEST_CASE("all unknown options are told in one go", "[chip]") {
  CHECK(lines_of(spyre_sim("run x --reprot a.json --tracee=b").err).size() == 2);
}

TEST_CASE("a missing plan, a wrong format and a value that is no number are usage errors",
          "[chip]") {
  check_usage_error("run", "PLAN is required");
  check_usage_error("run x --format xml", "xml");
  check_usage_error("run x --bind s0", "NAME=N");
  check_usage_error("run x --bind s0=-4", "NAME=N");
  check_usage_error("pack x", "--output is required");
  check_usage_error("run ''", "PLAN: is empty");
  check_usage_error("explain ''", "METRIC: is empty");
  check_usage_error("run x --values v --dump-tensor ''", "--dump-tensor: is empty");
  check_usage_error("run x --report ''", "--report: is empty");
}

TEST_CASE("a plan that does not exist is told with its path", "[chip]") {
  for (const char* command : {"run", "check", "show"}) {
    check_usage_error(std::string(command) + " no/such/plan", "no/such/plan");
  }
}

TEST_CASE("an unknown metric is answered with near ones", "[chip]") {
  check_usage_error("explain kernel_ms", "no metric 'kernel_ms' (expected kernel_us");
}

TEST_CASE("help and version are results, for the program and for every command", "[chip]") {
  CHECK_THAT(spyre_sim("--help").out, Contains("run"));
  CHECK_THAT(spyre_sim("--version").out, StartsWith("spyre-sim "));
  CHECK(spyre_sim("--version").code == 0);
  for (const std::string command : {"run", "check", "show", "config", "explain", "pack"}) {
    INFO(command);
    const Answer answer = spyre_sim(command + " --help");
    CHECK(answer.code == 0);
    CHECK(answer.err.empty());
    CHECK_THAT(answer.out, Contains("--no-color"));
  }
}

TEST_CASE("a metric is explained with unit and formula, and all of them without a name", "[chip]") {
  const Answer one = spyre_sim("explain kernel_us");
  CHECK(one.code == 0);
  CHECK_THAT(one.out, Contains("unit: us") && Contains("sum of kernels.time_us"));
  CHECK_THAT(spyre_sim("explain").out,
             Contains("operations.utilisation.pt") && Contains("units.busy_us"));
}

TEST_CASE("an unknown log level is told", "[chip]") {
  const Answer answer = spyre_sim("explain kernel_us", "SPYRE_SIM_LOG=loud");
  CHECK(answer.code == 2);
  CHECK_THAT(answer.err,
             Contains("SPYRE_SIM_LOG: no log level 'loud' (expected trace, debug, info"));
}
