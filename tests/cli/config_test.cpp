// Which data sheet is used, and is a wrong one told?
#include "tests/cli/program.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("config prints a data sheet that loads to itself", "[chip]") {
  const report::TemporaryFolder folder;
  const std::string first = spyre_sim("config").out;
  std::ofstream(folder / "card.yaml") << first;
  CHECK_FALSE(first.empty());
  CHECK(spyre_sim("config --config " + (folder / "card.yaml").string()).out == first);
}

TEST_CASE("set changes one value, and explain tells it", "[chip]") {
  const Answer answer = spyre_sim("config --set dram.channels=32 --explain dram.channels");
  CHECK(answer.code == 0);
  CHECK_THAT(answer.out, Contains("32"));
}

TEST_CASE("an unknown parameter is a configuration error with the nearest one", "[chip]") {
  const Answer answer = spyre_sim("config --set dram.chanels=32");
  CHECK(answer.code == 2);
  CHECK_THAT(answer.err, StartsWith("spyre-sim: error: ") && Contains("channels"));
}

TEST_CASE("a change names a parameter, or is told where all of them are", "[chip]") {
  const Answer nameless = spyre_sim("config --set =5");
  CHECK(nameless.code == 2);
  CHECK(nameless.err == "spyre-sim: error: --set =5: names no parameter (expected path=value)\n");
  const Answer far = spyre_sim("config --set qqqqqqqqqqqq=5");
  CHECK(far.code == 2);
  CHECK_THAT(far.err, Catch::Contains("(expected a parameter that `spyre-sim config` lists)"));
}

TEST_CASE("the environment names another default, and the command line overrides it", "[chip]") {
  const std::string missing = "SPYRE_SIM_CONFIG=/no/such.yaml";
  CHECK(spyre_sim("config", missing).code == 2);
  CHECK_THAT(spyre_sim("config", missing).err, Contains("/no/such.yaml"));
  CHECK(spyre_sim("config --config '" SPYRE_SOURCE_DIR "/configs/spyre.yaml'", missing).code == 0);
}

TEST_CASE("an installed tree uses the data sheet beside the executable", "[chip]") {
  const report::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::create_directories(folder / "share/spyre-sim/configs");
  std::filesystem::copy(SPYRE_BINARY_DIR "/spyre-sim", folder / "bin/spyre-sim");
  std::ofstream(folder / "share/spyre-sim/configs/spyre.yaml") << "nonsense: 1\n";
  const Answer answer =
      spyre_sim("explain schema >/dev/null; " + (folder / "bin/spyre-sim").string() + " config");
  CHECK(answer.code == 2);
  CHECK_THAT(answer.err, Contains((folder / "share/spyre-sim/configs/spyre.yaml").string()));
}
