// The exact overlap of strided boxes, checked against counting every stick.
#include <set>

#include "sim/check/geometry.hpp"
#include "tests/support/catch.hpp"

namespace spyre::check::test {
namespace {

std::set<std::int64_t> sticks(const Box& box) {
  std::set<std::int64_t> addresses{box.base};
  for (const Axis axis : box.axes) {
    std::set<std::int64_t> more;
    for (const std::int64_t address : addresses) {
      for (std::int64_t k = 0; k < axis.count; ++k) more.insert(address + k * axis.stride);
    }
    addresses = more;
  }
  return addresses;
}

bool share_a_stick(const Box& a, const Box& b) {
  const std::set<std::int64_t> left = sticks(a), right = sticks(b);
  return std::any_of(left.begin(), left.end(),
                     [&](std::int64_t address) { return right.count(address) != 0; });
}

TEST_CASE("overlap agrees with counting when strides divide one another", "[arithmetic]") {
  const Box fixed{128 * 10, {{128, 2}, {512, 3}, {2048, 2}}};
  for (std::int64_t base = 0; base < 128 * 60; base += 128) {
    for (const Box& moved : {Box{base, {{128, 3}, {512, 2}}}, Box{base, {{256, 2}, {1024, 3}}},
                             Box{base, {{2048, 3}}}, Box{base, {}}}) {
      CHECK(overlap(fixed, moved) == share_a_stick(fixed, moved));
    }
  }
}

TEST_CASE("dense boxes overlap as ranges, whatever their strides", "[arithmetic]") {
  const Box a{0, {{128, 7}}}, b{128 * 6, {{128, 5}, {640, 3}}};
  CHECK(b.dense());
  CHECK(overlap(a, b));
  CHECK_FALSE(overlap(Box{0, {{128, 6}}}, b));
}

TEST_CASE("strides that do not divide one another are given the benefit of the doubt",
          "[arithmetic]") {
  CHECK_FALSE(overlap(Box{0, {{128, 2}, {384, 9}}}, Box{0, {{512, 9}}}));
}

TEST_CASE("a piece follows the strides of its whole", "[arithmetic]") {
  const Box whole{0, {{128, 4}, {512, 8}}};
  CHECK(piece_of(Box{512 + 128, {{128, 3}, {512, 7}}}, whole));
  CHECK_FALSE(piece_of(Box{512 + 256, {{128, 3}}}, whole));    // leaves its row
  CHECK_FALSE(piece_of(Box{0, {{128, 2}, {256, 2}}}, whole));  // other strides
  CHECK_FALSE(piece_of(Box{-128, {}}, whole));
}

TEST_CASE("runs join what is adjacent", "[arithmetic]") {
  CHECK(runs(Box{256, {{128, 4}, {512, 2}}}) == std::vector<Range>{{256, 256 + 1024}});
  CHECK(runs(Box{0, {{128, 2}, {512, 2}}}) == std::vector<Range>{{0, 256}, {512, 768}});
}

}  // namespace
}  // namespace spyre::check::test
