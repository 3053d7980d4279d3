// Do engines walk their loops in order, and do dependences ask for the right number of instances?
#include "models/engine/position.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"

namespace spyre::engine {
namespace {

using program::Dependence;
using program::Phase;
using program::Step;

const Phase kPhase{{3, 2, 4}, {}, 0};

std::vector<Position> walk(const Phase& phase, int loops) {
  std::vector<Position> all;
  Position at{};
  do {
    all.push_back(at);
  } while (advance(phase, at, loops));
  return all;
}

bool runs_at(const Step& s, const Position& p) {
  for (int l = 0; l < s.depth; ++l) {
    if ((s.first_only >> l & 1U) != 0 && p[static_cast<std::size_t>(l)] != 0) return false;
  }
  return true;
}

// Positions of a step, one per instance, loops below it left at 0.
std::vector<Position> instances(const Phase& phase, const Step& s) {
  std::vector<Position> all;
  for (const Position& p : walk(phase, s.depth)) {
    if (runs_at(s, p)) all.push_back(p);
  }
  return all;
}

// Instances of `other` at or before iteration `at` of the loops both have, counted one by one.
std::int64_t counted(const Phase& phase, const Step& mine, const Position& at, const Step& other) {
  const int common = std::min(mine.depth, other.depth);
  const std::vector<Position> all = instances(phase, other);
  return std::count_if(all.begin(), all.end(), [&](const Position& q) {
    return !std::lexicographical_compare(at.begin(), at.begin() + common, q.begin(),
                                         q.begin() + common);
  });
}

Step step_at(int depth, std::uint32_t first_only) {
  Step s;
  s.depth = depth;
  s.first_only = first_only;
  return s;
}

TEST_CASE("positions advance with the innermost loop fastest", "[arithmetic]") {
  const std::vector<Position> all = walk(kPhase, 3);
  REQUIRE(all.size() == 24);
  CHECK(all[0] == Position{0, 0, 0});
  CHECK(all[1] == Position{0, 0, 1});
  CHECK(all[4] == Position{0, 1, 0});
  CHECK(all[8] == Position{1, 0, 0});
  CHECK(all[23] == Position{2, 1, 3});
  CHECK(walk(kPhase, 0).size() == 1);
}

TEST_CASE("a step of an outer loop runs at the first inner iteration, a store at the last",
          "[arithmetic]") {
  Step load = step_at(1, 0);
  Step store = step_at(1, 0);
  store.at_last = true;
  for (const Position& p : walk(kPhase, 3)) {
    CHECK(due(kPhase, load, p, 3) == (p[1] == 0 && p[2] == 0));
    CHECK(due(kPhase, store, p, 3) == (p[1] == 1 && p[2] == 3));
  }
}

TEST_CASE("loops that no step of the engine needs are not walked", "[arithmetic]") {
  const Step load = step_at(1, 0);
  for (const Position& p : walk(kPhase, 1)) CHECK(due(kPhase, load, p, 1));
}

TEST_CASE("a step is due as often as it has instances", "[arithmetic]") {
  for (int depth = 0; depth <= 3; ++depth) {
    for (std::uint32_t bits = 0; bits < 8; ++bits) {
      const Step s = step_at(depth, bits);
      const std::vector<Position> all = walk(kPhase, 3);
      const auto times = std::count_if(all.begin(), all.end(),
                                       [&](const Position& p) { return due(kPhase, s, p, 3); });
      CHECK(times == kPhase.instances(s));
    }
  }
}

TEST_CASE("a dependence asks for everything up to the same iteration", "[arithmetic]") {
  Phase phase = kPhase;
  phase.steps.resize(1);
  const Dependence on_first{0, program::After::Done, 0};
  int compared = 0;
  for (int depth = 0; depth <= 3; ++depth) {
    for (int other_depth = 0; other_depth <= 3; ++other_depth) {
      for (std::uint32_t bits = 0; bits < 1U << other_depth; ++bits) {
        phase.steps[0] = step_at(other_depth, bits);
        const Step mine = step_at(depth, 0);
        for (const Position& at : instances(phase, mine)) {
          CHECK(needed(phase, mine, at, on_first) == counted(phase, mine, at, phase.steps[0]));
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 400);
}

TEST_CASE("credits reach back as many instances as there are buffers", "[arithmetic]") {
  Phase phase{{10}, {step_at(1, 0)}, 0};
  const Step load = step_at(1, 0);
  const Dependence three_buffers{0, program::After::Done, -3};
  std::vector<std::int64_t> targets;
  for (const Position& at : walk(phase, 1))
    targets.push_back(needed(phase, load, at, three_buffers));
  CHECK(targets == std::vector<std::int64_t>{0, 0, 0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("nobody waits for more instances than there are", "[arithmetic]") {
  Phase phase{{4, 2}, {step_at(2, 0)}, 0};
  Step store = step_at(1, 0);
  store.at_last = true;
  const Dependence two_ahead{0, program::After::Done, 2};
  std::vector<std::int64_t> targets;
  for (const Position& at : walk(phase, 1)) targets.push_back(needed(phase, store, at, two_ahead));
  CHECK(targets == std::vector<std::int64_t>{4, 6, 8, 8});
}

}  // namespace
}  // namespace spyre::engine
