// Does the schedule remember what earlier operations wrote and read?
#include "sim/schedule/history.hpp"

#include "sim/schedule/schedule.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/models/card.hpp"
#include "tests/schedule/sticks.hpp"
#include "tests/schedule/traffic.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

using check::test::PlanMaker;

// Two additions of `rows` rows of 256 columns; the second reads what the first wrote.
PlanMaker chain(std::int64_t rows, bool lx = false) {
  PlanMaker maker = check::test::add_rows(rows, 256, 1, lx);
  const plan::Tensor written = maker.last().tensors.back();
  maker.add(check::test::add_rows(rows, 256, 1, lx).last());
  maker.last().tensors.front() = written;
  maker.last().tensors.front().role = plan::Role::Input;
  maker.last().tensors.back().start.front() += 1 << 20;
  maker.last().tensors.back().storage = 77;
  return maker;
}

// Whether the second operation reads from memory what the first wrote.
bool second_rereads(const PlanMaker& maker) {
  History history;
  const std::vector<plan::Operation>& operations = maker.plan.launches.front().operations;
  history.add(operations[0]);
  return history.rereads(operations[1]);
}

TEST_CASE("an operation that reads from memory what an earlier one wrote is known",
          "[arithmetic]") {
  CHECK(second_rereads(chain(64)));
}

TEST_CASE("an operation on other tensors rereads nothing", "[arithmetic]") {
  PlanMaker maker = chain(64);
  maker.last().tensors.front().storage = 99;
  CHECK_FALSE(second_rereads(maker));
}

TEST_CASE("a chain held in LX touches no memory and rereads nothing", "[arithmetic]") {
  CHECK_FALSE(second_rereads(chain(64, true)));
}

// Whether the second operation continues in LX what the first wrote there; its other operand lies
// in memory or not.
bool second_continues(bool other_in_memory) {
  PlanMaker maker = chain(64, true);
  if (other_in_memory) maker.last().tensors[1].component = plan::Component::Memory;
  History history;
  history.add(maker.plan.launches.front().operations[0]);
  return history.continues_in_lx(maker.last());
}

TEST_CASE("an operation that adds an operand from memory to a result in LX continues it",
          "[arithmetic]") {
  CHECK(second_continues(true));
  CHECK_FALSE(second_continues(false));
}

TEST_CASE("a launch repeated without arguments of its own is a chain", "[arithmetic]") {
  plan::Launch launch;
  launch.repeat = 2;
  CHECK(chained(launch));
  launch.arguments.emplace_back().tensor = "in0";
  CHECK_FALSE(chained(launch));
  launch.arguments.clear();
  launch.repeat = 1;
  CHECK_FALSE(chained(launch));
}

TEST_CASE("the rounds of a chain after the first read what the one before wrote", "[arithmetic]") {
  const plan::Operation addition = check::test::add_rows(64, 256, 1).last();
  History history;
  history.begin_launch();
  CHECK_FALSE(history.rereads(addition));
  history.begin_later_rounds();
  CHECK(history.rereads(addition));
  history.begin_launch();
  CHECK_FALSE(history.rereads(addition));
}

TEST_CASE("a chain becomes a first round and one for all that follow", "[arithmetic]") {
  PlanMaker maker = check::test::add_rows(64, 256, 1);
  maker.loop(3);
  maker.launch().repeat = 5;
  const program::Launch launch = make_program(maker.plan, test::card()).launches.front();
  REQUIRE(launch.operations.size() == 2);
  CHECK(launch.operations[0].rounds == 1);
  CHECK(launch.operations[1].rounds == 4);
  REQUIRE(launch.loops.size() == 2);
  CHECK(launch.loops[1].first == 1);
  CHECK(launch.loops[1].last == 2);
  CHECK(launch.loops[1].trips == 3);
  CHECK(launch.loops[1].parent == -1);
}

// By how many stores of earlier chunks the loads of an operation are held back; 0 = by none.
std::int64_t held_back(const program::Phase& phase) {
  for (const program::Dependence& d : phase.steps.front().after) {
    const program::Step& awaited = phase.steps[static_cast<std::size_t>(d.step)];
    if (awaited.kind == program::WorkKind::Store) return -d.ahead;
  }
  return 0;
}

TEST_CASE("loads of what an earlier operation wrote wait for the store two chunks before",
          "[arithmetic]") {
  const params::ChipParams card = test::card();
  const program::Program program = make_program(chain(64).plan, card);
  const std::vector<program::Operation>& operations = program.launches.front().operations;
  CHECK(held_back(operations[0].phases.front()) == 0);
  CHECK(held_back(operations[1].phases.front()) == card.schedule.dependent_chunks);
}

// Two row sums of the same tensor inside a loop of `trips`, one core.
PlanMaker sums_of_one_tensor(std::int64_t rows, std::int64_t columns) {
  PlanMaker maker = check::test::row_sums(rows, columns, 1);
  plan::Operation second = maker.last();
  second.tensors.back().start.front() += 1 << 24;
  maker.add(second);
  return maker;
}

std::int64_t read_by_second(const PlanMaker& maker, const params::ChipParams& card = test::card()) {
  const program::Program program = make_program(maker.plan, card);
  return test::traffic_of(program.launches.front().operations.at(1)).bytes[0];
}

TEST_CASE("a loop tile that was just read is not read again", "[arithmetic]") {
  PlanMaker maker = sums_of_one_tensor(64, 1024);
  REQUIRE(64 * 1024 * 2 < params::staging_bytes(test::card()).count());
  maker.loop(4);
  CHECK(read_by_second(maker) == 0);
}

TEST_CASE("outside a loop everything is read again", "[arithmetic]") {
  CHECK(read_by_second(sums_of_one_tensor(64, 1024)) == 64 * 1024 * 2);
}

TEST_CASE("the policy can be switched off", "[arithmetic]") {
  PlanMaker maker = sums_of_one_tensor(64, 1024);
  maker.loop(4);
  params::ChipParams card = test::card();
  card.schedule.keep_read_tiles = false;
  CHECK(read_by_second(maker, card) == 64 * 1024 * 2);
}

TEST_CASE("of a tile larger than the staging share only the excess is read again", "[arithmetic]") {
  const std::int64_t rows = 1024;
  const std::int64_t columns = 512;
  PlanMaker maker = sums_of_one_tensor(rows, columns);
  maker.loop(4);
  const std::int64_t tile = rows * columns * 2;
  const std::int64_t kept = params::staging_bytes(test::card()).count();
  REQUIRE(tile > kept);
  const std::int64_t again = read_by_second(maker);
  const std::int64_t chunk = tile / (rows / 32);  // 32 rows of all columns
  CHECK(again >= tile - kept - chunk);
  CHECK(again <= tile - kept + chunk);
}

TEST_CASE("the second operation works on everything, read again or kept", "[arithmetic]") {
  PlanMaker maker = sums_of_one_tensor(1024, 512);
  maker.loop(4);
  const program::Program program = make_program(maker.plan, test::card());
  const program::Operation& second = program.launches.front().operations.at(1);
  const plan::Operation& planned = maker.last();
  CHECK(test::traffic_of(second).elements == 1024 * 512);
  CHECK((test::visits(second, 1, 0) == test::share(planned.tensors[1], 0)));
}

}  // namespace
}  // namespace spyre::schedule
