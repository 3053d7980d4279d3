// The command that writes built plans.
#include "sim/bundle/read.hpp"
#include "sim/make/make.hpp"
#include "tests/make/plan_lines.hpp"
#include "tests/support/catch.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace spyre::make {
namespace {

int exit_code(const std::string& arguments) {
  const int status =
      std::system(("'" SPYRE_BINARY_DIR "/spyre-sim' " + arguments + " 2>/dev/null").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_CASE("the plan command writes what its options ask for", "[chip]") {
  const std::filesystem::path directory = SPYRE_BINARY_DIR "/make_command";
  std::filesystem::remove_all(directory);
  REQUIRE(exit_code("plan matmul --m 512 --k 1024 --n 256 --split 4x4x2 --cores 32 -o '" +
                    directory.string() + "'") == 0);
  Request request;
  request.op = "matmul";
  request.m = 512;
  request.k = 1024;
  request.n = 256;
  request.split = Split{1, 4, 4, 2};
  CHECK(test::differences(make(request), bundle::read_plan(directory / "plan.json")) ==
        std::vector<std::string>{});
}

TEST_CASE("the plan command answers mistakes with exit code 2", "[chip]") {
  const std::string output = " -o '" SPYRE_BINARY_DIR "/make_command_refused'";
  CHECK(exit_code("plan sofmax" + output) == 2);
  CHECK(exit_code("plan softmax --rows 4" + output) == 2);
  CHECK(exit_code("plan softmax --rows four --cols 64" + output) == 2);
  CHECK(exit_code("plan softmax --rows 4 --cols 64") == 2);
}

}  // namespace
}  // namespace spyre::make
