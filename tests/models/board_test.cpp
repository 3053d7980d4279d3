// Are instances of a step counted in order, whatever the order in which their parts complete?
#include "models/engine/board.hpp"

#include "tests/support/catch.hpp"

namespace spyre::engine {
namespace {

using program::After;

// A board of one step with three instances.
struct OneStep {
  OneStep() {
    program::Step step;
    step.depth = 1;
    phase = {{3}, {step}, 0};
    board.open(phase, {nullptr});
  }
  [[nodiscard]] std::int64_t issued() { return board.count(0, After::Issue).value(); }
  [[nodiscard]] std::int64_t done() { return board.count(0, After::Done).value(); }

  program::Phase phase;
  Board board;
};

TEST_CASE("an instance is done when it is issued and all its parts are", "[arithmetic]") {
  OneStep s;
  const std::int64_t instance = s.board.begin(0);
  s.board.part_begun(0, instance);
  s.board.part_begun(0, instance);
  s.board.part_done(0, instance);
  CHECK(s.issued() == 0);
  s.board.issued(0, instance);
  CHECK(s.issued() == 1);
  CHECK(s.done() == 0);
  s.board.part_done(0, instance);
  CHECK(s.done() == 1);
}

TEST_CASE("parts that complete before the instance is issued do not finish it", "[arithmetic]") {
  OneStep s;
  const std::int64_t instance = s.board.begin(0);
  s.board.part_begun(0, instance);
  s.board.part_done(0, instance);
  CHECK(s.done() == 0);
  s.board.issued(0, instance);
  CHECK(s.done() == 1);
}

TEST_CASE("a later instance is not done before an earlier one", "[arithmetic]") {
  OneStep s;
  const std::int64_t first = s.board.begin(0);
  s.board.part_begun(0, first);
  s.board.issued(0, first);
  const std::int64_t second = s.board.begin(0);
  s.board.part_begun(0, second);
  s.board.issued(0, second);
  s.board.part_done(0, second);
  CHECK(s.done() == 0);
  s.board.part_done(0, first);
  CHECK(s.done() == 2);
}

TEST_CASE("a phase is complete when every instance of every step is done", "[arithmetic]") {
  OneStep s;
  for (int i = 0; i < 3; ++i) {
    CHECK_FALSE(s.board.complete());
    s.board.issued(0, s.board.begin(0));
  }
  CHECK(s.board.complete());
}

TEST_CASE("a new phase forgets the counts of the last", "[arithmetic]") {
  OneStep s;
  s.board.issued(0, s.board.begin(0));
  s.board.open(s.phase, {nullptr});
  CHECK(s.issued() == 0);
  CHECK(s.done() == 0);
}

}  // namespace
}  // namespace spyre::engine
