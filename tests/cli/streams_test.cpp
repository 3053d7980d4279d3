// Are streams that are closed, full or gone handled without a crash?
#include "tests/cli/program.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <unistd.h>

#include <array>

using namespace spyre;
using namespace spyre::cli;
using Catch::Matchers::Contains;

TEST_CASE("a full standard output is told", "[chip]") {
  const Answer answer = spyre_sim("explain >/dev/full");
  CHECK(answer.code == 2);
  CHECK_THAT(answer.err, Contains("standard output: cannot be written: No space left on device"));
}

TEST_CASE("a closed standard output is told and never taken by a file of ours", "[chip]") {
  const report::TemporaryFolder folder;
  const std::string file = (folder / "r.json").string();
  const Answer answer =
      spyre_sim("run --report " + file + " " + workload("softmax_512x1024") + " >&-");
  CHECK(answer.code == 2);
  CHECK_THAT(answer.err, Contains("standard output: cannot be written"));
  CHECK(report::content_of(file).find("limited by") == std::string::npos);
}

TEST_CASE("a reader that goes away is no error", "[chip]") {
  constexpr int writer = 9;
  std::array<int, 2> pipe{};
  REQUIRE(::pipe(pipe.data()) == 0);
  REQUIRE(::dup2(pipe[1], writer) == writer);
  ::close(pipe[0]);
  ::close(pipe[1]);
  const Answer answer = spyre_sim("explain >&9");
  ::close(writer);
  CHECK(answer.code == 0);
  CHECK(answer.err.empty());
}

TEST_CASE("messages never go to standard output", "[chip]") {
  const Answer answer = spyre_sim("-v", "SPYRE_SIM_LOG=debug");
  CHECK(answer.code == 2);
  CHECK(answer.out.empty());
}

TEST_CASE("the log goes to standard error and quiet silences it", "[chip]") {
  const std::string run = "run " + workload("softmax_512x1024");
  CHECK_THAT(spyre_sim(run + " -v").err, Contains("spyre-sim: info: "));
  CHECK(spyre_sim(run + " -q").err.empty());
  CHECK(spyre_sim(run + " -v").out == spyre_sim(run).out);
}
