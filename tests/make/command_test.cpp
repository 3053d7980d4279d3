// The command that writes built plans.
#include "sim/bundle/read.hpp"
#include "sim/make/make.hpp"
#include "tests/make/plan_lines.hpp"
#include "tests/support/catch.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
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

TEST_CASE("the best division is the fastest of those simulated", "[chip]") {
  const std::filesystem::path directory = SPYRE_BINARY_DIR "/make_best";
  std::filesystem::remove_all(directory);
  const std::string shape =
      "plan matmul --m 64 --k 256 --n 128 --cores 4 -o '" + directory.string() + "'";
  REQUIRE(exit_code(shape + " --split best > '" SPYRE_BINARY_DIR "/make_best.txt'") == 0);
  std::ifstream ranking(SPYRE_BINARY_DIR "/make_best.txt");
  std::string heading;
  std::getline(ranking, heading);
  Split best;
  ranking >> best.batch >> best.m >> best.n >> best.k;
  Request request;
  request.op = "matmul";
  request.m = 64;
  request.k = 256;
  request.n = 128;
  request.cores = 4;
  request.split = best;
  CHECK(best.batch * best.m * best.n * best.k > 2);
  CHECK(test::differences(make(request), bundle::read_plan(directory / "plan.json")) ==
        std::vector<std::string>{});
  std::int64_t cores = 0;
  double fastest = 0, second = 0;
  std::string word, line;
  ranking >> cores >> fastest >> word;
  std::int64_t skipped = 0;
  for (int i = 0; i < 5; ++i) ranking >> skipped;
  ranking >> second;
  CHECK(0 < fastest);
  CHECK(fastest <= second);
}

TEST_CASE("a division cannot be searched for what cannot be built", "[chip]") {
  CHECK(exit_code("plan matmul --m 64 --split best -o '" SPYRE_BINARY_DIR "/make_best_refused'") ==
        2);
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
