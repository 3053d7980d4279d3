// Does a core store with one descriptor at a time, and only what is its own to store?
#include "models/mover/store_unit.hpp"

#include "tests/models/mover_bench.hpp"
#include "tests/support/catch.hpp"

namespace spyre::mover {
namespace {

using test::MoverBench;

constexpr std::int64_t kBurst = 4096;

// Time of one store of `bytes` (at most a granule per channel) by core 0 to channels that last
// read.
Time alone(const params::ChipParams& c, std::int64_t bytes) {
  const ring::RingParams ring = test::data_ring(c);
  const Time port = std::max(Bytes(bytes) / c.hmi.write_rate, c.hmi.request_interval);
  const Time sent = std::max(port, ring.hop + Bytes(bytes) / ring.link_rate) + c.dram.latency / 2;
  return sent + c.dram.turnaround + std::min(Bytes(bytes), c.dram.interleave) / c.dram.rate +
         c.dram.latency / 2;
}

TEST_CASE("one store takes port, ring, turnaround, memory and acknowledgement", "[unit]") {
  MoverBench bench(test::card(), 1);
  CHECK(bench.run(test::store_phase(test::contiguous(kBurst), {0})) ==
        alone(bench.side.card, kBurst));
  CHECK(bench.cores[0]->store.bytes_served() == kBurst);
  CHECK(bench.side.memory.bytes_written() == kBurst);
}

constexpr std::int64_t kNextChannel = kBurst + 256;  // from a stick to one in another burst and on the next channel

// Eight single-stick runs, each on a channel of its own: none is slowed down by another in memory.
program::Phase eight_sticks() {
  program::Phase phase = test::store_phase(test::scattered(128, 8, kNextChannel), {0});
  phase.steps[0].memory.descriptor_per_run = true;
  return phase;
}

TEST_CASE("a store that does not continue the one before waits for its acknowledgement", "[unit]") {
  params::ChipParams card = test::card();
  REQUIRE(card.mover.store_descriptors == 1);
  MoverBench bench(card, 1);
  CHECK(bench.run(eight_sticks()) == 8 * alone(card, 128));
}

TEST_CASE("two descriptors halve the wait", "[unit]") {
  params::ChipParams card = test::card();
  card.mover.store_descriptors = 2;
  MoverBench bench(card, 1);
  CHECK(bench.run(eight_sticks()) == 4 * alone(card, 128) + card.mover.issue_interval);
}

TEST_CASE("stores that continue each other do not wait", "[unit]") {
  params::ChipParams card = test::card();
  MoverBench bench(card, 1);
  program::Phase phase = test::store_phase(test::scattered(128, 8, 128), {0});
  phase.steps[0].memory.descriptor_per_run = true;
  const Time end = bench.run(phase);
  CHECK(end >= 7 * card.mover.issue_interval + alone(card, 128) - card.dram.turnaround);
  CHECK(end <= 7 * card.mover.issue_interval + alone(card, 128));
}

TEST_CASE("a step whose runs share a descriptor waits once", "[unit]") {
  params::ChipParams card = test::card();
  MoverBench bench(card, 1);
  program::Phase phase = test::store_phase(test::scattered(128, 8, kNextChannel), {0});
  phase.steps[0].memory.descriptor_per_run = false;
  CHECK(bench.run(phase) == 7 * card.mover.issue_interval + alone(card, 128));
}

TEST_CASE("no more stores are in flight than there are slots", "[unit]") {
  params::ChipParams card = test::card();
  card.dram.latency = nanoseconds(10'000);
  card.mover.store_slots = 2;
  MoverBench bench(card, 1);
  const Time end = bench.run(test::store_phase(test::contiguous(6 * kBurst), {0}));
  CHECK(end >= 3 * card.dram.latency);
  CHECK(end < 4 * card.dram.latency);
}

TEST_CASE("of cores that share an output only the last of the chain stores", "[unit]") {
  MoverBench bench(test::card(), 4);
  program::Phase phase = test::store_phase(test::contiguous(kBurst), {0, 0, 0, 1 << 20});
  phase.steps[0].memory.groups = {{{0, 1, 2}}};
  bench.run(phase);
  CHECK(bench.cores[0]->store.bytes_asked() == 0);
  CHECK(bench.cores[1]->store.bytes_asked() == 0);
  CHECK(bench.cores[2]->store.bytes_served() == kBurst);
  CHECK(bench.cores[3]->store.bytes_served() == kBurst);
  CHECK(bench.side.memory.bytes_written() == 2 * kBurst);
  for (const auto& core : bench.cores) CHECK(core->work.board.complete());
}

}  // namespace
}  // namespace spyre::mover
