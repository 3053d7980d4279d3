// When nothing can happen any more and work remains: who waits for whom?
#include "models/base/error.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/models/card.hpp"
#include "tests/run/programs.hpp"
#include "tests/support/catch.hpp"

namespace spyre::run {
namespace {

using Catch::Contains;
using program::Step;
using test::kBurst;

// What a run that cannot finish says, one line per member of the cycle.
std::vector<std::string> deadlock_of(const program::Program& program,
                                     const params::ChipParams& card = test::card()) {
  try {
    simulate(program, card);
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::Deadlock);
    CHECK(exit_code(e.kind()) == 4);
    std::vector<std::string> lines;
    for (const Problem& p : e.problems()) lines.push_back(p.what);
    return lines;
  }
  FAIL("the run finished");
  return {};
}

TEST_CASE("a step that waits for itself is named with unit, cores and operation", "[chip]") {
  Step stuck = test::vector_step(64);
  test::wait_for(stuck, 0);
  const std::vector<std::string> lines =
      deadlock_of(test::program_of({test::operation("exp", 4, {{{}, {stuck}, 0}})}));
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0], Contains("sfp of cores 0-3") && Contains("exp: vector") &&
                           Contains("0 of 1") && Contains("held by sfp"));
}

TEST_CASE("two steps that wait for each other are both named, with the tensor", "[chip]") {
  Step load = test::load_step(test::shares(3), kBurst);
  Step use = test::vector_step(64);
  test::wait_for(load, 1);
  test::wait_for(use, 0);
  const std::vector<std::string> lines =
      deadlock_of(test::program_of({test::operation("add", 3, {{{}, {load, use}, kBurst}})}));
  REQUIRE(lines.size() == 2);
  CHECK_THAT(
      lines[0] + lines[1],
      Contains(
          "load of cores 0-2 (add: load Tensor0) waits for vector done (0 of 1), held by sfp"));
  CHECK_THAT(
      lines[0] + lines[1],
      Contains(
          "sfp of cores 0-2 (add: vector) waits for load Tensor0 done (0 of 1), held by load"));
}

TEST_CASE("a buffer that nobody gives back stops the run where it is missing", "[chip]") {
  Step load = test::load_step({0}, kBurst, {kBurst});
  Step store = test::store_step({1 << 20}, kBurst, {kBurst});
  test::wait_for(load, 1, -2);  // two buffers, freed by the store
  test::wait_for(store, 0, 2);  // which wants four loads first
  const std::vector<std::string> lines =
      deadlock_of(test::program_of({test::operation("copy", 1, {{{8}, {load, store}, 0}})}));
  REQUIRE(lines.size() == 2);
  CHECK_THAT(lines[0] + lines[1], Contains("load Tensor0) waits for store Tensor1 done (0 of 1)"));
  CHECK_THAT(lines[0] + lines[1], Contains("store Tensor1) waits for load Tensor0 done (2 of 3)"));
}

TEST_CASE("a matmul with too few buffers for its place of the store says so", "[chip]") {
  params::ChipParams card = test::card();
  card.schedule.slab_buffers = 1;
  card.schedule.output_buffers = 1;
  card.schedule.store_after_slabs = 2;
  const check::test::PlanMaker maker =
      check::test::matmul({"mb", 512, 2}, {"out", 1024, 2}, {"in", 512, 1});
  const std::vector<std::string> lines =
      deadlock_of(schedule::make_program(maker.plan, card), card);
  REQUIRE(lines.size() >= 2);
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  CHECK_THAT(all, Contains("load of cores 0-3 (batchmatmul: load Tensor0)"));
  CHECK_THAT(all, Contains("store of cores 0-3 (batchmatmul: store Tensor2) waits for"));
}

TEST_CASE("a partial sum whose last member never comes is named", "[chip]") {
  Step sum;
  sum.kind = program::WorkKind::PartialSum;
  sum.partial_sum = {{{{0, 1, 2}}}, 4096};
  const std::vector<std::string> lines =
      deadlock_of(test::program_of({test::operation("mm", 2, {{{}, {sum}, 0}})}));
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  CHECK_THAT(all, Contains("waits for partial sum done (0 of 1), held by sfp"));
}

TEST_CASE("a deadlock in a later operation is told as of that operation", "[chip]") {
  Step stuck = test::vector_step(64);
  test::wait_for(stuck, 0);
  program::Operation second = test::operation("mul", 1, {{{}, {stuck}, 0}});
  second.cores = {2};
  const std::vector<std::string> lines =
      deadlock_of(test::program_of({test::read_only(4, 2), second}));
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0], Contains("sfp of cores 2 (mul: vector)"));
}

TEST_CASE("the time of a deadlock is told", "[chip]") {
  params::ChipParams card = test::card();
  card.host.launch = nanoseconds(123'000);
  card.schedule.operation_start = nanoseconds(456);
  Step stuck = test::vector_step(64);
  test::wait_for(stuck, 0);
  try {
    simulate(test::program_of({test::operation("exp", 1, {{{}, {stuck}, 0}})}), card);
    FAIL("the run finished");
  } catch (const Error& e) {
    CHECK_THAT(e.problems().front().where, Contains("123456 ns"));
  }
}

}  // namespace
}  // namespace spyre::run
