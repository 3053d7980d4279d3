// Are parameters of the card set by path as a configuration file would?
#include "sim/sweep/card.hpp"

#include "models/base/error.hpp"
#include "sim/config/config.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;

namespace {

params::ChipParams shipped(const std::vector<std::string>& sets = {}) {
  return config::load({SPYRE_SOURCE_DIR "/configs/spyre.yaml"}, sets);
}

}  // namespace

TEST_CASE("values of an axis make the card that --set makes", "[unit]") {
  const params::ChipParams card =
      sweep::changed(shipped(), {{"dram.channels", "32"}, {"lx.capacity", "4 MiB"}});
  CHECK(config::config_hash(card) ==
        config::config_hash(shipped({"dram.channels=32", "lx.capacity=4 MiB"})));
  CHECK_THROWS_AS(sweep::changed(shipped(), {{"chip.cores", "64"}}), Error);
}

TEST_CASE("an axis of a wrong name is told its nearest neighbour", "[unit]") {
  const sweep::CardTable card;
  CHECK(card.has("dram.channels"));
  CHECK(card.suggestion("dram.chanels") == "dram.channels, the nearest known key");
  CHECK(card.suggestion("memory.channels") == "dram.channels, the nearest known key");
}

TEST_CASE("values are numbers where they have a size", "[unit]") {
  CHECK(sweep::number_of("lx.capacity", "4 MiB") == 4.0 * 1024 * 1024);
  CHECK(sweep::number_of("build.n", "4096") == 4096.0);
  CHECK_FALSE(sweep::number_of("build.split", "4x8x1").has_value());
  CHECK_FALSE(sweep::number_of("build.split", "").has_value());
}
