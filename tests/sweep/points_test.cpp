// Are the points of a sweep all combinations, each once, whatever way they are chosen?
#include "sim/sweep/points.hpp"

#include "sim/sweep/shuffled.hpp"
#include "tests/support/catch.hpp"

#include <set>

using namespace spyre;
using sweep::Point;
using sweep::Points;

namespace {

Points points_of(const std::string& text) {
  return Points(sweep::parse_spec(text, SPYRE_SOURCE_DIR "/spec.yaml"));
}

std::set<std::string> texts(const Points& points) {
  std::set<std::string> found;
  for (std::uint64_t i = 0; i < points.size(); ++i) {
    std::string text = points.at(i).plan_name;
    for (const std::string& cell : points.at(i).cells) text += "," + cell;
    found.insert(text);
  }
  return found;
}

}  // namespace

TEST_CASE("a product has every combination of plans and builds with the card once", "[unit]") {
  const Points points = points_of(
      "plans: [workloads/softmax_512x1024]\n"
      "build: {op: mm, m: [64, 128], k: 64, n: [64, 128, 192]}\n"
      "axes: {dram.channels: [8, 16]}\n");
  CHECK(points.axes() == std::vector<std::string>{"build.m", "build.n", "dram.channels"});
  CHECK(points.size() == (1 + 2 * 3) * 2);
  CHECK(texts(points).size() == points.size());
  CHECK(texts(points).contains("workloads/softmax_512x1024,,,16"));
  CHECK(texts(points).contains("mm,128,192,8"));
}

TEST_CASE("a point carries what is needed to build and to change the card", "[unit]") {
  const Points points = points_of(
      "build: {op: mm, m: [64], k: 64, n: 128, split: [1x2x1]}\n"
      "axes: {dram.channels: 8, lx.capacity: [4 MiB]}\n");
  REQUIRE(points.size() == 1);
  const Point point = points.at(0);
  CHECK_FALSE(point.plan.has_value());
  CHECK(point.card.at("dram.channels") == "8");
  CHECK(point.card.at("lx.capacity") == "4 MiB");
  CHECK(sweep::request_of(point).n == 128);
  CHECK(sweep::request_of(point).split->n == 2);
}

TEST_CASE("zipped axes walk together, those of one value stay", "[unit]") {
  const Points points = points_of(
      "build: {op: mm, m: [64, 128], k: 64, n: [128]}\n"
      "axes: {chip.cores: [32, 64], ring.nodes: [33, 65]}\ncombine: zip\n");
  CHECK(texts(points) == std::set<std::string>{"mm,64,128,32,33", "mm,128,128,64,65"});
}

TEST_CASE("a sample is a random subset that a larger one contains", "[unit]") {
  const std::string spec =
      "build: {op: mm, m: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], k: 64, n: [64, 65, 66, 67, 68, 69, "
      "70]}\nsample: ";
  const std::set<std::string> ten = texts(points_of(spec + "{points: 10, seed: 1}"));
  const std::set<std::string> twenty = texts(points_of(spec + "{points: 20, seed: 1}"));
  CHECK(ten.size() == 10);
  CHECK(twenty.size() == 20);
  CHECK(std::includes(twenty.begin(), twenty.end(), ten.begin(), ten.end()));
  CHECK(texts(points_of(spec + "{points: 10, seed: 2}")) != ten);
  CHECK(points_of(spec + "{points: 1000, seed: 1}").size() == 70);
  CHECK(texts(points_of(spec + "{points: 1000, seed: 1}")).size() == 70);
}

TEST_CASE("a shuffled order reaches every number once", "[arithmetic]") {
  for (const std::uint64_t size : {1, 2, 3, 17, 64, 1000}) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < size; ++i) seen.insert(sweep::shuffled(i, size, 5));
    CHECK(seen.size() == size);
    CHECK(*seen.rbegin() == size - 1);
  }
}
