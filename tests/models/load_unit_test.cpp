// Does a core load with as many requests in flight, as often and as fast as its data sheet says?
#include "models/mover/load_unit.hpp"

#include "tests/models/mover_bench.hpp"
#include "tests/support/catch.hpp"

namespace spyre::mover {
namespace {

using test::MoverBench;

constexpr std::int64_t kBurst = 4096;

// Everything but the latency is so fast that it does not show.
params::ChipParams latency_only() {
  params::ChipParams card = test::card();
  card.dram.latency = nanoseconds(10'000);
  card.dram.rate = card.dram.rate * 1000;
  card.dram.row_miss = Time{0};
  card.hmi.read_rate = card.hmi.read_rate * 1000;
  card.hmi.request_interval = Time{0};
  card.mover.issue_interval = Time{0};
  card.mover.group_slots = card.mover.load_slots;
  card.mover.intake = card.mover.intake * 1000;
  return card;
}

// Time of one load of `bytes` by core 0 on an idle card: request, memory, port, one hop, intake
// into LX, response.
Time alone(const params::ChipParams& c, std::int64_t bytes) {
  const Time granule = std::min(Bytes(bytes), c.dram.interleave) / c.dram.rate;
  const Time port =
      std::max(Bytes(bytes) / c.hmi.read_rate, c.hmi.request_interval) + test::data_ring(c).hop;
  const Time arrived = c.dram.latency / 2 + c.dram.row_miss + granule + port;
  const Time taken_in = std::max(arrived, Bytes(bytes) / c.mover.intake);
  return taken_in + Bytes(bytes) / (c.lx.port_width * c.chip.core_clock) + c.dram.latency / 2;
}

TEST_CASE("one burst takes the whole way once", "[unit]") {
  MoverBench bench(test::card(), 1);
  const Time end = bench.run(test::load_phase(test::contiguous(kBurst), {0}));
  CHECK(end == alone(bench.side.card, kBurst));
  CHECK(bench.cores[0]->load.bytes_served() == kBurst);
  CHECK(bench.cores[0]->work.board.complete());
}

TEST_CASE("one stick takes the whole way as well", "[unit]") {
  MoverBench bench(test::card(), 1);
  CHECK(bench.run(test::load_phase(test::contiguous(128), {0})) == alone(bench.side.card, 128));
}

// Time of 16 bursts with `slots` in flight when only latency counts.
Time sixteen_bursts(std::int64_t slots) {
  params::ChipParams card = latency_only();
  card.mover.load_slots = slots;
  MoverBench bench(card, 1);
  return bench.run(test::load_phase(test::contiguous(16 * kBurst), {0}));
}

TEST_CASE("four loads are outstanding, no more", "[unit]") {
  REQUIRE(test::card().mover.load_slots == 4);
  const Time round_trip = latency_only().dram.latency;
  const Time end = sixteen_bursts(4);
  CHECK(end >= 4 * round_trip);
  CHECK(end < 4 * round_trip + nanoseconds(500));
}

TEST_CASE("eight slots need half as many round trips", "[unit]") {
  const Time round_trip = latency_only().dram.latency;
  const Time end = sixteen_bursts(8);
  CHECK(end >= 2 * round_trip);
  CHECK(end < 2 * round_trip + nanoseconds(500));
}

TEST_CASE("a slot is free as soon as its own burst is back", "[unit]") {
  params::ChipParams card = latency_only();
  card.mover.load_slots = 4;
  card.mover.issue_interval =
      card.dram.latency / 4;  // the fifth burst is due when the first returns
  MoverBench bench(card, 1);
  const Time end = bench.run(test::load_phase(test::contiguous(16 * kBurst), {0}));
  CHECK(end >= card.dram.latency + 15 * card.mover.issue_interval);
  CHECK(end < card.dram.latency + 15 * card.mover.issue_interval + nanoseconds(500));
}

TEST_CASE("bursts issue at their interval", "[unit]") {
  params::ChipParams card = latency_only();
  card.mover.load_slots = 100;
  card.mover.issue_interval = nanoseconds(25);
  MoverBench bench(card, 1);
  const Time end = bench.run(test::load_phase(test::contiguous(10 * kBurst), {0}));
  CHECK(end >= card.dram.latency + 9 * nanoseconds(25));
  CHECK(end < card.dram.latency + 9 * nanoseconds(25) + nanoseconds(50));
}

TEST_CASE("a core takes in no more than its intake", "[unit]") {
  params::ChipParams card = test::card();
  card.mover.load_slots = 100;
  MoverBench bench(card, 1);
  const Time interval = Bytes(kBurst) / card.mover.intake;
  REQUIRE(interval > Bytes(kBurst) / card.hmi.read_rate);
  REQUIRE(interval > card.mover.issue_interval);
  const Time end = bench.run(test::load_phase(test::contiguous(10 * kBurst), {0}));
  CHECK(end == alone(card, kBurst) + 9 * interval);
}

// Core 0 alone loads `own` bursts while it loads `shared` bursts together with core 1.
Time both_kinds(std::int64_t own, std::int64_t shared, program::Engine engine) {
  MoverBench bench(latency_only(), 2);
  program::Phase phase = test::load_phase(test::contiguous(own * kBurst), {0, 1 << 24});
  phase.steps.push_back(test::load_phase(test::contiguous(shared * kBurst), {1 << 20, 1 << 20}).steps.front());
  phase.steps[1].engine = engine;
  phase.steps[1].memory.groups = {{{0, 1}}};
  return bench.run(phase);
}

TEST_CASE("loads of a group do not wait for a core's own", "[unit]") {
  const params::ChipParams card = latency_only();
  const std::int64_t bursts = 3 * card.mover.load_slots;
  CHECK(both_kinds(bursts, bursts, program::Engine::GroupLoad) < 4 * card.dram.latency);
}

TEST_CASE("in one unit they do", "[unit]") {
  const params::ChipParams card = latency_only();
  const std::int64_t bursts = 3 * card.mover.load_slots;
  CHECK(both_kinds(bursts, bursts, program::Engine::Load) > 5 * card.dram.latency);
}

TEST_CASE("both load units of a core share its intake", "[unit]") {
  Intake intake(BytesPerSecond(1'000'000'000));
  CHECK(intake.take(Bytes(1000), nanoseconds(0)) == nanoseconds(1000));
  CHECK(intake.take(Bytes(1000), nanoseconds(0)) == nanoseconds(2000));
  CHECK(intake.take(Bytes(1000), nanoseconds(9000)) == nanoseconds(9000));
}

TEST_CASE("a load may be held to fewer bursts than there are slots", "[unit]") {
  MoverBench bench(latency_only(), 1);
  program::Phase phase = test::load_phase(test::contiguous(4 * kBurst), {0});
  phase.steps[0].memory.in_flight = 1;
  CHECK(bench.run(phase) >= 4 * latency_only().dram.latency);
}

TEST_CASE("a load is done when its last burst is, however late the others are", "[unit]") {
  MoverBench bench(test::card(), 1);
  bench.run(test::load_phase(test::scattered(kBurst, 7, 1 << 20), {0}));
  CHECK(bench.cores[0]->load.outstanding() == 0);
  CHECK(bench.cores[0]->load.bytes_asked() == 7 * kBurst);
  CHECK(bench.cores[0]->load.unicast_bytes() == 7 * kBurst);
  CHECK(bench.side.memory.bytes_read() == 7 * kBurst);
  CHECK(bench.cores[0]->lx.passed() == Bytes(7 * kBurst));
}

program::Phase ring_phase(int cores, int to, const program::RingTransfer& transfer) {
  program::Step step;
  step.kind = program::WorkKind::RingLoad;
  step.engine = program::Engine::Load;
  step.ring.per_core.resize(static_cast<std::size_t>(cores));
  step.ring.per_core[static_cast<std::size_t>(to)] = {transfer};
  return {{}, {step}, 0};
}

TEST_CASE("data of another core comes over the ring and not from memory", "[unit]") {
  MoverBench bench(test::card(), 6);
  const Time end = bench.run(ring_phase(6, 1, {5, kBurst, 1}));
  const ring::RingParams ring = test::data_ring(bench.side.card);
  const Time through_lx =
      Bytes(kBurst) / (bench.side.card.lx.port_width * bench.side.card.chip.core_clock);
  CHECK(end == 4 * ring.hop + Bytes(kBurst) / ring.link_rate + through_lx);
  CHECK(bench.side.ring.link_bytes() == Bytes(4 * kBurst));
  CHECK(bench.side.memory.bytes_read() == 0);
  CHECK(bench.cores[1]->load.bytes_served() == kBurst);
}

TEST_CASE("every run of a move pays a descriptor", "[unit]") {
  MoverBench bench(test::card(), 2);
  const params::Mover& mover = bench.side.card.mover;
  const Time end = bench.run(ring_phase(2, 1, {0, 16 * 128, 16}));
  const ring::RingParams ring = test::data_ring(bench.side.card);
  const Time last = ring.hop + Bytes(128) / ring.link_rate +
                    Bytes(128) / (bench.side.card.lx.port_width * bench.side.card.chip.core_clock);
  CHECK(end == 15 * mover.move_setup + last);
}

}  // namespace
}  // namespace spyre::mover
