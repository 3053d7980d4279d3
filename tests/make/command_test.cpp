// The command that writes built plans.
#include "sim/bundle/read.hpp"
#include "sim/make/make.hpp"
#include "tests/cli/program.hpp"
#include "tests/make/plan_lines.hpp"
#include "tests/report/temporary.hpp"
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
      std::system(("exec >/dev/null 2>&1; '" SPYRE_BINARY_DIR "/spyre-sim' " + arguments).c_str());
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

TEST_CASE("options that an operation ignores are refused, all of them, with those that it has",
          "[chip]") {
  const report::TemporaryFolder folder;
  const std::string output = " -o " + (folder / "p").string();
  const auto refused = [&](const std::string& options, const std::vector<std::string>& parts) {
    const cli::Answer answer = cli::spyre_sim("plan " + options + output);
    INFO(options);
    CHECK(answer.code == 2);
    for (const std::string& part : parts) CHECK_THAT(answer.err, Catch::Contains(part));
    CHECK_FALSE(std::filesystem::exists(folder / "p"));
  };
  refused("softmax --rows 4 --cols 64 --m 3 --layout-a 0,1,2",
          {"layout_a: softmax has no use for it", "m: softmax has no use for it",
           "expected rows, cols, tiles, copies, cores, lx_planning, lx_bytes, dtype"});
  refused("sumrow --rows 64 --cols 64 --split best", {"split: sumrow has no use"});
  refused("mm --m 64 --k 64 --n 64 --lx-bytes -1", {"lx_bytes: found -1"});
  refused("bmm --batch 2 --m 64 --k 64 --n 64 --layout-a 0,0", {"layout_a: found '0,0'"});
  refused("bmm --batch 2 --m 64 --k 64 --n 64 --layout-a ''", {"layout_a: is empty"});
  refused("mm --m 64 --k 64 --n ''", {"n: found ''"});
  refused("mm --m 64 --k 64 --n 64 -j 2", {"--split best"});
  refused("mm --m 64 --k 64 --n 64 --set dram.channels=8", {"--split best"});
}

TEST_CASE("a plan is written over and said so, nothing else is", "[chip]") {
  const report::TemporaryFolder folder;
  const std::string shape = "plan mm --m 64 --k 64 --n 64 -o " + (folder / "p").string();
  const std::string file = (folder / "p/plan.json").string();
  CHECK(cli::spyre_sim(shape).out == "wrote " + file + ": mm, 1 operation, 32 cores\n");
  CHECK(cli::spyre_sim(shape).out ==
        "replaced the plan in " + file + ": mm, 1 operation, 32 cores\n");
  const auto refused = [&](const char* why) {
    const cli::Answer answer = cli::spyre_sim(shape);
    CHECK(answer.code == 2);
    CHECK(answer.out.empty());
    CHECK_THAT(answer.err, Catch::Contains((folder / "p").string() + why));
  };
  std::ofstream(file) << "{\"schema\": \"other\"}";
  refused(": holds other things than a plan");
  CHECK(report::content_of(file) == "{\"schema\": \"other\"}");
  std::filesystem::remove_all(folder / "p");
  std::filesystem::create_directory(folder / "p");
  CHECK(cli::spyre_sim(shape).code == 0);
  std::filesystem::remove_all(folder / "p");
  std::ofstream(folder / "p") << "notes";
  refused(": is no directory");
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
