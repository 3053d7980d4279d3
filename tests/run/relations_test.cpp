// Does the card behave as a machine must, whatever its numbers are?
#include "sim/schedule/schedule.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/models/card.hpp"
#include "tests/run/child.hpp"
#include "tests/run/programs.hpp"
#include "tests/support/catch.hpp"

namespace spyre::run {
namespace {

using program::Program;
using test::card;
using test::kBurst;
using test::measure;

Time time_of(const Program& program, const params::ChipParams& c = card()) {
  return measure(program, c).kernel;
}

Program matmul(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t split_m,
               std::int64_t split_n, std::int64_t split_k = 1) {
  const check::test::PlanMaker maker =
      check::test::matmul({"mb", m, split_m}, {"out", n, split_n}, {"in", k, split_k});
  return schedule::make_program(maker.plan, card());
}

// Programs of different kinds, each with its schedule fixed by the card as it is.
std::vector<Program> fixed_programs() {
  return {test::program_of({test::read_only(32, 20)}), test::program_of({test::write_only(32, 20)}),
          test::program_of({test::copy(32, 20)}), matmul(512, 512, 512, 4, 2),
          matmul(128, 256, 1024, 2, 2, 4)};
}

// `better` makes one thing of the card faster: nothing may become slower for it, but for what
// another order of bursts in the memory queues is worth, under a percent.
template <class Change>
void never_slower(Change better) {
  params::ChipParams improved = card();
  better(improved);
  for (const Program& program : fixed_programs()) {
    const Time before = time_of(program);
    CHECK(time_of(program, improved) <= before + before / 100);
  }
}

TEST_CASE("faster memory channels never make a program slower", "[chip]") {
  never_slower([](params::ChipParams& c) { c.dram.rate = c.dram.rate * 2; });
}

TEST_CASE("cheaper row misses never make a program slower", "[chip]") {
  never_slower([](params::ChipParams& c) { c.dram.row_miss = c.dram.row_miss / 2; });
}

TEST_CASE("faster reading ports never make a program slower", "[chip]") {
  never_slower([](params::ChipParams& c) { c.hmi.read_rate = c.hmi.read_rate * 2; });
}

TEST_CASE("faster writing ports never make a program slower", "[chip]") {
  never_slower([](params::ChipParams& c) { c.hmi.write_rate = c.hmi.write_rate * 2; });
}

TEST_CASE("a faster core clock never makes a program slower", "[chip]") {
  never_slower([](params::ChipParams& c) { c.chip.core_clock = c.chip.core_clock * 2; });
}

TEST_CASE("a faster ring clock never makes a program slower", "[chip]") {
  never_slower([](params::ChipParams& c) { c.chip.ring_clock = c.chip.ring_clock * 2; });
}

TEST_CASE("a wider scratchpad port never makes a program slower", "[chip]") {
  never_slower([](params::ChipParams& c) { c.lx.port_width = c.lx.port_width * 2; });
}

TEST_CASE("a larger scratchpad changes nothing for a fixed schedule", "[chip]") {
  params::ChipParams large = card();
  large.lx.capacity = large.lx.capacity * 2;
  for (const Program& program : fixed_programs())
    CHECK(time_of(program, large) == time_of(program));
}

// All cores read `bursts` bursts each, `step` bytes from one to the next.
Program strided_reads(std::int64_t bursts, std::int64_t step) {
  program::Operation read = test::read_only(32, bursts);
  read.phases[0].steps[0].memory.stride[0] = step;
  return test::program_of({read});
}

TEST_CASE("bytes in sequence are read faster than scattered ones", "[chip]") {
  const params::Dram dram = card().dram;
  const std::int64_t row_set = dram.page.count() * dram.channels;
  const Time sequential = time_of(strided_reads(32, kBurst));
  const Time scattered =
      time_of(strided_reads(32, kBurst + row_set));  // every burst opens rows of its own
  CHECK(sequential < scattered);
}

TEST_CASE("twice the depth takes about twice the time", "[chip]") {
  const Time shallow = time_of(matmul(512, 1024, 1024, 2, 4));
  const Time deep = time_of(matmul(512, 1024, 2048, 2, 4));
  CHECK(deep > shallow * 3 / 2);
  CHECK(deep < shallow * 5 / 2);
}

TEST_CASE("twice the elements take about twice the time", "[chip]") {
  const Time half = time_of(test::program_of({test::copy(8, 32)}));
  const Time whole = time_of(test::program_of({test::copy(8, 64)}));
  CHECK(whole > half * 3 / 2);
  CHECK(whole < half * 5 / 2);
}

TEST_CASE("reading alone moves more bytes in a time than reading and writing", "[chip]") {
  const Time read = time_of(test::program_of({test::read_only(32, 64)}));
  const Time copied =
      time_of(test::program_of({test::copy(32, 32)}));  // as many bytes, half of them written
  CHECK(read < copied);
}

// Bytes in a second of `cores` cores that only read.
double read_rate(int cores) {
  const std::int64_t bursts = 64;
  const Time time =
      time_of(test::program_of({test::read_only(cores, bursts)})) - card().schedule.operation_start;
  return static_cast<double>(cores * bursts * kBurst) / static_cast<double>(time.count()) * 1e12;
}

TEST_CASE("the cores of one port read at that port's rate", "[chip]") {
  const auto port = static_cast<double>(card().hmi.read_rate.count());
  const double rate = read_rate(static_cast<int>(card().chip.cores / card().hmi.ports));
  CHECK(rate <= port);
  CHECK(rate > 0.9 * port);
}

TEST_CASE("all cores read about as much as all ports or all channels give", "[chip]") {
  const params::ChipParams c = card();
  const auto ports = static_cast<double>(c.hmi.ports * c.hmi.read_rate.count());
  const auto channels = static_cast<double>(c.dram.channels * c.dram.rate.count());
  const double rate = read_rate(static_cast<int>(c.chip.cores));
  CHECK(rate <= std::min(ports, channels));
  CHECK(rate > 0.75 * std::min(ports, channels));
  CHECK(rate > 1.5 * read_rate(static_cast<int>(c.chip.cores / c.hmi.ports)));
}

TEST_CASE("a neighbour's data comes no later than data from the far side", "[chip]") {
  const Time neighbour = time_of(test::program_of({test::move(32, 1, 0, kBurst)}));
  const Time far = time_of(test::program_of({test::move(32, 16, 0, kBurst)}));
  const params::ChipParams c = card();
  CHECK(far - neighbour == 15 * (c.ring.hop / c.chip.ring_clock));
}

TEST_CASE("the same bytes in more runs take longer to move", "[chip]") {
  const Time one = time_of(test::program_of({test::move(4, 1, 0, 8 * kBurst)}));
  const Time many = time_of(test::program_of({test::move(4, 1, 0, 8 * kBurst, 64)}));
  CHECK(many >= one + 48 * card().mover.move_setup);
}

TEST_CASE("sharing an operand saves reads and never time", "[chip]") {
  program::Step load = test::load_step(std::vector<std::int64_t>(8, 0), kBurst, {kBurst});
  const test::Figures alone =
      measure(test::program_of({test::operation("each", 8, {{{32}, {load}, 0}})}), card());
  load.memory.groups = {{{0, 1, 2, 3, 4, 5, 6, 7}}};
  const test::Figures shared =
      measure(test::program_of({test::operation("shared", 8, {{{32}, {load}, 0}})}), card());
  CHECK(alone.read == 8 * shared.read);
  CHECK(shared.kernel < alone.kernel);
}

// On the plateau of one port more cores only change the order of bursts: that may cost under a
// percent.
TEST_CASE("more cores never make an addition slower", "[chip]") {
  Time before = Time::max() / 2;
  for (const std::int64_t cores : {1, 2, 4, 8, 16, 32}) {
    const check::test::PlanMaker maker = check::test::add_rows(2048, 512, cores);
    const Time time = time_of(schedule::make_program(maker.plan, card()));
    CAPTURE(cores);
    CHECK(time <= before + before / 100);
    before = time;
  }
}

}  // namespace
}  // namespace spyre::run
