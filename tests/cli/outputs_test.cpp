// Do one plan's files go where they are named, and several plans' into directories?
#include "sim/cli/outputs.hpp"

#include "models/base/error.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::cli;

TEST_CASE("with one plan the named files are written", "[arithmetic]") {
  const auto paths = output_paths({"x.json"}, "r.json", std::nullopt);
  REQUIRE(paths.size() == 1);
  CHECK(paths.at(0).report == "r.json");
  CHECK_FALSE(paths.at(0).trace);
}

TEST_CASE("with several plans the directories are made and hold one file per plan",
          "[arithmetic]") {
  const report::TemporaryFolder folder;
  const auto paths =
      output_paths({"x.json", "y.json"}, (folder / "deep/er").string(), (folder / "t").string());
  REQUIRE(paths.size() == 2);
  CHECK(std::filesystem::is_directory(folder / "deep/er"));
  CHECK(paths.at(1).report == folder / "deep/er/y.json");
  CHECK(paths.at(1).trace == folder / "t/y.trace.json.gz");
}

TEST_CASE("a file where a directory is needed is refused", "[arithmetic]") {
  const report::TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  CHECK_THROWS_AS(output_paths({"x", "y"}, (folder / "file").string(), std::nullopt), Error);
}

TEST_CASE("one file for two outputs is refused however it is spelt", "[arithmetic]") {
  CHECK_THROWS_AS(refuse_same_file({{"--report", "a.json"}, {"--trace", "./x/../a.json"}}), Error);
  CHECK_NOTHROW(
      refuse_same_file({{"--report", "a"}, {"--trace", "b"}, {"--timing-log", std::nullopt}}));
}
