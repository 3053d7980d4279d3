// Are elements stored where the formulas of number-formats section 7 put them?
#include "sim/number/arrangement.hpp"

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace spyre::number {
namespace {

int at(const std::vector<int>& table, int coordinate) {
  return table.at(static_cast<std::size_t>(coordinate));
}

TEST_CASE("an up-conversion deals groups of four to two fp32 sticks", "[arithmetic]") {
  const std::vector<int> stored = stored_positions(Arrangement::Dl16ToFp32, 4);
  REQUIRE(stored.size() == 64);
  for (int g = 0; g < 8; ++g)
    for (int s = 0; s < 2; ++s)
      for (int e = 0; e < 4; ++e) CHECK(at(stored, 8 * g + 4 * s + e) == 32 * s + 4 * g + e);
}

TEST_CASE("a down-conversion interleaves two fp32 sticks", "[arithmetic]") {
  const std::vector<int> stored = stored_positions(Arrangement::Fp32ToDl16, 4);
  for (int g = 0; g < 8; ++g)
    for (int h = 0; h < 2; ++h)
      for (int e = 0; e < 4; ++e) CHECK(at(stored, 32 * h + 4 * g + e) == 8 * g + 4 * h + e);
}

TEST_CASE("up- and down-conversion undo each other for every group size", "[arithmetic]") {
  for (int group : {4, 8}) {
    const std::vector<int> up = stored_positions(Arrangement::Dl16ToFp32, group);
    const std::vector<int> down = stored_positions(Arrangement::Fp32ToDl16, group);
    for (int c = 0; c < 64; ++c) CHECK(at(down, at(up, c)) == c);
  }
}

TEST_CASE("fp8 channels interleave two sticks in groups of eight", "[arithmetic]") {
  const std::vector<int> stored = stored_positions(Arrangement::Qfp8Ch, 4);
  REQUIRE(stored.size() == 128);
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 2; ++b)
      for (int r = 0; r < 8; ++r) CHECK(at(stored, 64 * b + 8 * a + r) == 16 * a + 8 * b + r);
}

TEST_CASE("arrangements in lane order have no table", "[arithmetic]") {
  CHECK(stored_positions(arrangement_named("STANDARD"), 4).empty());
  CHECK(stored_positions(arrangement_named("EXX2"), 4).empty());
  CHECK(stored_positions(arrangement_named("QFP8WT"), 4).empty());
}

TEST_CASE("an unknown arrangement is named with its neighbour", "[arithmetic]") {
  try {
    arrangement_named("STANDART");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("STANDART") != std::string::npos);
  }
}

}  // namespace
}  // namespace spyre::number
