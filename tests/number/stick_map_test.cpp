// Does every host element find its place in a device layout, and only there?
#include "sim/number/stick_map.hpp"

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

#include <map>
#include <vector>

namespace spyre::number {
namespace {

using plan::DeviceLayout;
using plan::Format;
using Shape = std::vector<std::int64_t>;

// Device element → host element, element by element.
std::map<std::int64_t, std::int64_t> elements(const StickMap& map) {
  std::map<std::int64_t, std::int64_t> result;
  map.for_each([&](StickRun run) {
    for (std::int64_t lane = 0; lane < run.lanes; ++lane) {
      const std::int64_t device = map.in_order() ? run.device + lane : map.stored(run.device, lane);
      CHECK(result.emplace(device, run.host + lane * map.lane_stride()).second);
    }
  });
  return result;
}

TEST_CASE("a matrix lies in columns of sticks", "[arithmetic]") {
  const std::int64_t rows = 128, columns = 256;
  const StickMap map({rows, columns}, {columns, 1}, {{4, rows, 64}, {64, columns, 1}});
  const auto found = elements(map);
  REQUIRE(found.size() == static_cast<std::size_t>(rows * columns));
  for (const auto& [device, host] : found) {
    const std::int64_t m = host / columns, n = host % columns;
    REQUIRE(device == (n / 64 * rows + m) * 64 + n % 64);
  }
}

TEST_CASE("an unaligned tensor of rank 3 leaves its padding lanes out", "[arithmetic]") {
  const StickMap map({5, 100, 150}, {15000, 150, 1}, {{100, 3, 5, 64}, {150, 64, 15000, 1}});
  const auto found = elements(map);
  REQUIRE(found.size() == 5 * 100 * 150);
  for (const auto& [device, host] : found) {
    const std::int64_t a = host / 15000, m = host / 150 % 100, n = host % 150;
    REQUIRE(device == ((m * 3 + n / 64) * 5 + a) * 64 + n % 64);
  }
  CHECK(map.device_elements() * 2 == 192000);
}

TEST_CASE("a transposed view finds its elements by stride", "[arithmetic]") {
  // Host (70, 100) stored transposed: element (i, j) at i + 70·j; sticks along the first dimension.
  const StickMap map({70, 100}, {1, 70}, {{2, 100, 64}, {64, 70, 1}});
  const auto found = elements(map);
  REQUIRE(found.size() == 7000);
  for (const auto& [device, host] : found) {
    const std::int64_t i = host % 70, j = host / 70;
    REQUIRE(device == (i / 64 * 100 + j) * 64 + i % 64);
  }
}

TEST_CASE("a sparse result holds one element in lane 0 of each stick", "[arithmetic]") {
  const auto found = elements(StickMap({4}, {1}, {{4, 1, 1, 64}, {1, -1, -1, -1}}));
  REQUIRE(found.size() == 4);
  for (const auto& [device, host] : found) CHECK(device == host * 64);
}

TEST_CASE("a scalar is lane 0 of one stick", "[arithmetic]") {
  const auto found = elements(StickMap({}, {}, {{1, 64}, {-1, -1}}));
  CHECK(found == std::map<std::int64_t, std::int64_t>{{0, 0}});
}

TEST_CASE("a flattened device dimension spans the host dimensions it folds", "[arithmetic]") {
  const auto found = elements(StickMap({2, 32}, {32, 1}, {{1, 64}, {64, 1}}));
  REQUIRE(found.size() == 64);
  for (const auto& [device, host] : found) CHECK(device == host);
}

TEST_CASE("an empty tensor has no elements", "[arithmetic]") {
  CHECK(elements(StickMap({0, 64}, {64, 1}, {{1, 1, 64}, {64, 64, 1}})).empty());
}

TEST_CASE("staggered fp32 sticks are found in pairs along the stick dimension", "[arithmetic]") {
  const std::int64_t rows = 3, columns = 128;
  const DeviceLayout layout{{4, rows, 32}, {32, columns, 1}, Format::IeeeFp32, "DL16_TO_FP32"};
  const auto found = elements(StickMap({rows, columns}, {columns, 1}, layout));
  REQUIRE(found.size() == static_cast<std::size_t>(rows * columns));
  for (const auto& [device, host] : found) {
    const std::int64_t m = host / columns, n = host % columns;
    const std::int64_t pair = n / 64, g = n % 64 / 8, s = n % 8 / 4, e = n % 4;
    REQUIRE(device == ((2 * pair + s) * rows + m) * 32 + 4 * g + e);
  }
}

TEST_CASE("a layout that does not end in a stick is refused with the number of lanes",
          "[arithmetic]") {
  try {
    const StickMap map({64}, {1}, {{2, 32}, {32, 1}});
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::Input);
    CHECK(std::string(error.what()).find("64 for one stick of SEN169_FP16") != std::string::npos);
  }
}

TEST_CASE("layouts that reach beyond the host tensor are refused", "[arithmetic]") {
  CHECK_THROWS_AS(StickMap({70, 100}, {1, 70}, {{2, 100, 64}, {64, 71, 1}}), Error);
  CHECK_THROWS_AS(StickMap({2, 32}, {10, 1}, {{1, 64}, {64, 1}}), Error);
  CHECK_THROWS_AS(StickMap({64}, {-1}, {{1, 64}, {64, 1}}), Error);
  CHECK_THROWS_AS(
      StickMap({3, 96}, {96, 1}, {{3, 3, 32}, {32, 96, 1}, Format::IeeeFp32, "DL16_TO_FP32"}),
      Error);
}

TEST_CASE("a run of interleaved sticks names every stick it is stored in", "[arithmetic]") {
  const StickMap map({1, 64}, {64, 1}, {{2, 1, 32}, {32, 64, 1}, Format::IeeeFp32, "DL16_TO_FP32"});
  std::map<std::int64_t, int> sticks;
  map.for_each(
      [&](StickRun run) { map.for_each_stick(run, [&](std::int64_t first) { ++sticks[first]; }); });
  CHECK(sticks.size() == 2);
  CHECK(sticks.begin()->first == 0);
  CHECK(sticks.rbegin()->first == 32);
}

}  // namespace
}  // namespace spyre::number
