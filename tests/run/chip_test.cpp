// Do small programs run in order, take the time their parts take, and come out with every byte?
#include <algorithm>

#include "models/base/error.hpp"
#include "models/sfp/sfp_timing.hpp"
#include "sim/run/run.hpp"
#include "tests/models/parts.hpp"
#include "tests/run/child.hpp"
#include "tests/run/programs.hpp"
#include "tests/support/catch.hpp"

namespace spyre::run {
namespace {

using observe::Result;
using program::Step;
using test::kBurst;

const observe::OperationResult& operation_of(const Result& r, std::size_t o = 0,
                                             std::size_t launch = 0) {
  return r.launches.at(launch).operations.at(o);
}

Time lx_time(const params::ChipParams& c, std::int64_t bytes) {
  return Bytes(bytes) / (c.lx.port_width * c.chip.core_clock);
}

// One burst into core 0 of an idle card whose rows are all closed.
Time load_time(const params::ChipParams& c) {
  const Time memory = c.dram.row_miss + c.dram.interleave / c.dram.rate;
  const Time port = Bytes(kBurst) / c.hmi.read_rate + test::data_ring(c).hop;
  return c.dram.latency / 2 + memory + port + lx_time(c, kBurst) + c.dram.latency / 2;
}

// One burst out of core 0 to channels that read before and whose rows are closed.
Time store_time(const params::ChipParams& c) {
  const ring::RingParams ring = test::data_ring(c);
  const Time sent =
      std::max(Bytes(kBurst) / c.hmi.write_rate, ring.hop + Bytes(kBurst) / ring.link_rate);
  return sent + c.dram.latency / 2 + c.dram.turnaround + c.dram.interleave / c.dram.rate +
         c.dram.latency / 2;
}

program::Operation load_add_store() {
  Step load = test::load_step({0}, kBurst);
  Step add = test::vector_step(2048);
  Step store = test::store_step({1 << 20}, kBurst);
  test::wait_for(add, 0);
  test::wait_for(store, 1);
  return test::operation("add", 1, {{{}, {load, add, store}, 2 * kBurst}});
}

TEST_CASE("a load, an addition and a store take the sum of their times and the start", "[chip]") {
  const params::ChipParams card = test::card();
  const program::Operation add = load_add_store();
  const Result r = simulate(test::program_of({add}), card);
  const Time vector = sfp::chunk_time(card, add.phases[0].steps[1].vector, 2048);
  CHECK(operation_of(r).time ==
        card.schedule.operation_start + load_time(card) + vector + store_time(card));
  CHECK(operation_of(r).start == card.host.launch);
  CHECK(operation_of(r).read == Bytes(kBurst));
  CHECK(operation_of(r).written == Bytes(kBurst));
  CHECK(operation_of(r).sfp_busy == vector);
  CHECK(r.kernel == operation_of(r).time);
  CHECK(r.host == card.host.launch);
}

TEST_CASE("operations run one after another, with a barrier between them", "[chip]") {
  program::Operation first = test::read_only(4, 6);
  program::Operation second = test::copy(2, 3);
  second.cores = {6, 7};  // other cores, and still not before the first has ended
  const Result r = simulate(test::program_of({first, second}), test::card());
  CHECK(operation_of(r, 1).start == operation_of(r, 0).start + operation_of(r, 0).time);
  CHECK(r.kernel == operation_of(r, 0).time + operation_of(r, 1).time);
  CHECK(operation_of(r, 0).read == Bytes(4 * 6 * kBurst));
  CHECK(operation_of(r, 1).read == Bytes(2 * 3 * kBurst));
  CHECK(operation_of(r, 1).written == Bytes(2 * 3 * kBurst));
}

TEST_CASE("cores are in step after a launch, and no more after the barrier of its first operation", "[chip]") {
  params::ChipParams card = test::card();
  card.dram.turnaround = Time{0};
  card.dram.in_step_bursts = 1000;
  const auto store_to = [](std::int64_t address) {
    return test::operation("store", 1, {{{}, {test::store_step({address}, kBurst)}, 0}});
  };
  const Result r = simulate(test::program_of({store_to(0), store_to(1 << 20)}), card);
  CHECK(operation_of(r, 1).time == operation_of(r, 0).time + card.dram.write_row_miss);
}

TEST_CASE("every round of a repeated launch finds its cores in step", "[chip]") {
  params::ChipParams card = test::card();
  card.dram.turnaround = Time{0};
  card.dram.in_step_bursts = 1000;
  program::Operation store = test::operation("store", 1, {{{}, {test::store_step({0}, kBurst)}, 0}});
  const Time alone = test::measure(test::program_of({store}), card).kernel;
  program::Operation later = store;
  later.phases[0].steps[0].memory.base = {1 << 20};
  store.rounds = 1;
  later.rounds = 3;
  program::Program program = test::program_of({store, later});
  program.launches[0].repeat = 4;
  CHECK(operation_of(simulate(program, card)).time == 4 * alone);
}

TEST_CASE("phases of an operation run one after another", "[chip]") {
  const params::ChipParams card = test::card();
  const program::Phase work{{}, {test::vector_step(100'000)}, 0};
  const Result r = simulate(test::program_of({test::operation("two", 3, {work, work})}), card);
  CHECK(operation_of(r).time ==
        card.schedule.operation_start + 2 * sfp::chunk_time(card, work.steps[0].vector, 100'000));
}

TEST_CASE("a matmul has a start of its own", "[chip]") {
  params::ChipParams card = test::card();
  card.schedule.matmul_start = nanoseconds(7777);
  program::Operation product =
      test::operation("mm", 1, {{{}, {test::multiply_step(64, 64, 64)}, 0}});
  product.kind = program::OperationKind::Matmul;
  const Result r = simulate(test::program_of({product}), card);
  CHECK(operation_of(r).time == nanoseconds(7777) + operation_of(r).pt_busy);
  CHECK(operation_of(r).macs == 64 * 64 * 64);
}

TEST_CASE("set-up hides behind the operation before where operations may overlap", "[chip]") {
  params::ChipParams card = test::card();
  card.schedule.overlap_operations = true;
  const program::Operation work =
      test::operation("work", 1, {{{}, {test::vector_step(100'000)}, 0}});
  const Result r = simulate(test::program_of({work, work, work}), card);
  CHECK(operation_of(r, 0).time == card.schedule.operation_start + operation_of(r, 0).sfp_busy);
  CHECK(operation_of(r, 1).time == operation_of(r, 1).sfp_busy);
  CHECK(operation_of(r, 2).time == operation_of(r, 2).sfp_busy);
}

TEST_CASE("loops repeat their operations in order, inside each other", "[chip]") {
  struct Labels : observe::Sink {
    std::vector<std::string> begun;
    void track(int, const std::string&) override {}
    void begin(int, const std::string& label) override { begun.push_back(label); }
    void operation(int, const std::string&, Time, Time) override {}
    void span(const observe::Span&) override {}
    void flow(const observe::Flow&) override {}
  };
  std::vector<program::Operation> operations;
  for (const char* label : {"a", "b", "c", "d"})
    operations.push_back(test::operation(label, 1, {{{}, {test::vector_step(64)}, 0}}));
  program::Program program = test::program_of(operations);
  program.launches[0].loops = {{-1, 0, 3, 2}, {0, 1, 2, 3}};  // twice: a, three times b, c; then d
  for (const std::size_t inner : {0U, 2U}) program.launches[0].operations[inner].loop_trips = {2};
  program.launches[0].operations[1].loop_trips = {2, 3};
  Labels labels;
  const Result r = simulate(program, test::card(), &labels);
  CHECK(labels.begun ==
        std::vector<std::string>{"a", "b", "b", "b", "c", "a", "b", "b", "b", "c", "d"});
  CHECK(operation_of(r, 0).trips == 2);
  CHECK(operation_of(r, 1).trips == 6);
  CHECK(operation_of(r, 3).trips == 1);
  CHECK(operation_of(r, 1).time == 3 * operation_of(r, 0).time);
}

TEST_CASE("every trip of a loop moves its own bytes", "[chip]") {
  program::Operation read = test::read_only(2, 5);
  read.loop_trips = {4};
  read.phases[0].steps[0].memory.trip_stride = {1 << 16};
  program::Program program = test::program_of({read});
  program.launches[0].loops = {{-1, 0, 1, 4}};
  const Result r = simulate(program, test::card());
  CHECK(operation_of(r).read == Bytes(4 * 2 * 5 * kBurst));
}

TEST_CASE("repeats of a launch are simulated once and counted", "[chip]") {
  program::Program program = test::program_of({test::copy(2, 4)});
  program.launches[0].repeat = 5;
  const params::ChipParams card = test::card();
  const Result r = simulate(program, card);
  CHECK(operation_of(r).read == Bytes(5 * 2 * 4 * kBurst));
  CHECK(r.launches[0].time == operation_of(r).time);
  CHECK(r.kernel == r.launches[0].time);
  CHECK(r.elapsed == card.host.launch + r.kernel / 5);
}

TEST_CASE("the first round of a launch counts once, a later one for all that follow", "[chip]") {
  program::Operation first = test::read_only(2, 3);
  program::Operation later = test::read_only(2, 7);
  const params::ChipParams card = test::card();
  const Time first_alone = test::measure(test::program_of({first}), card).kernel;
  first.rounds = 1;
  later.rounds = 4;
  program::Program program = test::program_of({first, later});
  program.launches[0].repeat = 5;
  const Result r = simulate(program, card);
  const Time simulated = r.elapsed - card.host.launch;
  REQUIRE(r.launches[0].operations.size() == 1);
  CHECK(operation_of(r).read == Bytes((3 + 4 * 7) * 2 * kBurst));
  CHECK(r.kernel == first_alone + 4 * (simulated - first_alone));
  CHECK(r.launches[0].time == r.kernel);
}

TEST_CASE("an operand that cores share is read once", "[chip]") {
  Step load = test::load_step({0, 0, 0, 0}, 10 * kBurst);
  load.memory.groups = {{{0, 1, 2, 3}}};
  const Result r =
      simulate(test::program_of({test::operation("shared", 4, {{{}, {load}, 0}})}), test::card());
  CHECK(operation_of(r).read == Bytes(10 * kBurst));
  CHECK(operation_of(r).ring ==
        Bytes(10 * kBurst) * 4);  // to the farthest core, four links from the interface
}

TEST_CASE("cores that split K combine their tiles and store them once", "[chip]") {
  const int cores = 4;
  const std::int64_t tile = 64 * 64;
  Step multiply = test::multiply_step(64, 64, 128, 1);
  Step sum;
  sum.kind = program::WorkKind::PartialSum;
  sum.depth = 1;
  sum.partial_sum = {{{{0, 1, 2, 3}}}, tile * 4};
  Step store = test::store_step({0, 0, 0, 0}, tile * 2, {tile * 2});
  store.memory.groups = {{{0, 1, 2, 3}}};
  test::wait_for(sum, 0);
  test::wait_for(store, 1);
  const std::int64_t tiles = 3;
  const Result r = simulate(
      test::program_of({test::operation("mm", cores, {{{tiles}, {multiply, sum, store}, 0}})}),
      test::card());
  CHECK(operation_of(r).written == Bytes(tiles * tile * 2));
  CHECK(operation_of(r).partial_sum == Bytes(tiles * tile * 4 * (cores - 1)));
  CHECK(operation_of(r).macs == cores * tiles * tile * 128);
}

TEST_CASE("data moves from core to core over the ring, not through memory", "[chip]") {
  const Result r = simulate(test::program_of({test::move(6, 5, 1, 3 * kBurst)}), test::card());
  CHECK(operation_of(r).ring == Bytes(3 * kBurst) * 4);
  CHECK(operation_of(r).read == Bytes(0));
  CHECK(operation_of(r).written == Bytes(0));
}

TEST_CASE("every unit's time is busy, stalled or idle for the whole run", "[chip]") {
  const Result r =
      simulate(test::program_of({test::copy(4, 20), test::read_only(3, 7)}), test::card());
  CHECK(r.units.size() > 20);
  for (const observe::UnitResult& u : r.units) {
    Time sum = u.busy + u.idle;
    for (const Time t : u.stalls) sum += t;
    CAPTURE(u.path);
    CHECK(sum == r.elapsed);
  }
}

TEST_CASE("the time of an operation's cores is work plus named stalls", "[chip]") {
  const Result r = simulate(test::program_of({test::copy(4, 20)}), test::card());
  const observe::OperationResult& o = operation_of(r);
  Time sum = o.compute_busy;
  for (const Time t : o.stalls) sum += t;
  CHECK(sum == 4 * o.time);
  CHECK(o.stalls[static_cast<std::size_t>(observe::Stall::Launch)] ==
        4 * test::card().schedule.operation_start);
  CHECK(o.stalls[static_cast<std::size_t>(observe::Stall::Memory)] > Time{0});
}

TEST_CASE("cores that only load wait for memory, cores that only receive for the ring", "[chip]") {
  const params::ChipParams card = test::card();
  const program::Operation load =
      test::operation("load", 2, {{{}, {test::load_step(test::shares(2), kBurst)}, 0}});
  const Result r = simulate(test::program_of({load, test::move(2, 0, 1, kBurst)}), card);
  const auto stall = [&](std::size_t o, observe::Stall reason) {
    return operation_of(r, o).stalls[static_cast<std::size_t>(reason)];
  };
  CHECK(stall(0, observe::Stall::Memory) ==
        2 * (operation_of(r, 0).time - card.schedule.operation_start) -
            stall(0, observe::Stall::Dependence));
  CHECK(stall(0, observe::Stall::Memory) > Time{0});
  CHECK(stall(0, observe::Stall::Ring) == Time{0});
  CHECK(stall(1, observe::Stall::Ring) > Time{0});
  CHECK(stall(1, observe::Stall::Memory) == Time{0});
}

TEST_CASE("progress is told after every executed operation", "[chip]") {
  program::Program program = test::program_of({test::read_only(1, 1), test::read_only(1, 1)});
  program.launches[0].loops = {{-1, 0, 1, 3}};
  program.launches[0].operations[0].loop_trips = {3};
  program.launches[0].operations[0].phases[0].steps[0].memory.trip_stride = {0};
  std::vector<std::int64_t> done;
  std::int64_t total = 0;
  simulate(program, test::card(), nullptr, [&](const Progress& p) {
    done.push_back(p.done);
    total = p.total;
  });
  CHECK(done == std::vector<std::int64_t>{1, 2, 3, 4});
  CHECK(total == 4);
}

TEST_CASE("notes of the schedule reach the result", "[chip]") {
  program::Program program = test::program_of({test::read_only(1, 1)});
  program.notes = {"two slab buffers"};
  CHECK(simulate(program, test::card()).notes == program.notes);
}

TEST_CASE("a process simulates once and says so the second time", "[chip]") {
  const program::Program program = test::program_of({test::read_only(1, 1)});
  simulate(program, test::card());
  CHECK_THROWS_WITH(simulate(program, test::card()), Catch::Contains("once"));
}

}  // namespace
}  // namespace spyre::run
