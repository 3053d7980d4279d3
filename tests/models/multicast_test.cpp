// Is an operand that cores share read once, when the last of them has asked?
#include "models/mover/multicast.hpp"

#include "models/base/error.hpp"
#include "tests/models/mover_bench.hpp"
#include "tests/support/catch.hpp"

namespace spyre::mover {
namespace {

using test::MemorySide;
using test::MoverBench;

constexpr std::int64_t kBurst = 4096;

struct Client : dram::HmiClient {
  std::vector<Time> times;
  void transfer_done(std::uint64_t, Time when) override { times.push_back(when); }
};

// Loads of cores 0 to 3, of which the first three share their bytes.
program::Phase shared_load(std::int64_t bytes) {
  program::Phase phase = test::load_phase(test::contiguous(bytes), {0, 0, 0, 1 << 20});
  phase.steps[0].memory.groups = {{{0, 1, 2}}};
  return phase;
}

TEST_CASE("a group's read goes out when its last member has asked", "[unit]") {
  MemorySide side(test::card());
  Multicast multicast(side.hmi);
  const program::Phase phase = shared_load(kBurst);
  multicast.open(phase);
  Client client;
  for (int core = 0; core < 3; ++core) {
    side.bench.at(nanoseconds(100 * core), [&, core] {
      multicast.join(0, core, {0, kBurst, {}}, {core, &client, 0});
    });
  }
  side.bench.at(nanoseconds(150), [&] {
    CHECK(multicast.bytes_fetched() == 0);
    CHECK_FALSE(multicast.idle());
  });
  side.bench.run();
  const params::ChipParams& c = side.card;
  const ring::RingParams ring = test::data_ring(c);
  const Time read =
      nanoseconds(200) + c.dram.latency / 2 + c.dram.row_miss + c.dram.interleave / c.dram.rate;
  REQUIRE(client.times.size() == 3);
  for (int core = 0; core < 3; ++core) {
    CHECK(client.times[static_cast<std::size_t>(core)] ==
          read + (core + 1) * ring.hop + Bytes(kBurst) / ring.link_rate);
  }
  CHECK(multicast.bytes_fetched() == kBurst);
  CHECK(multicast.idle());
}

TEST_CASE("members may run ahead of each other", "[unit]") {
  MemorySide side(test::card());
  Multicast multicast(side.hmi);
  const program::Phase phase = shared_load(2 * kBurst);
  multicast.open(phase);
  Client client;
  const auto ask = [&](int core, std::int64_t address) {
    multicast.join(0, core, {address, kBurst, {}}, {core, &client, 0});
  };
  side.bench.at(Time{0}, [&] {
    ask(0, 0);
    ask(0, kBurst);
    ask(1, 0);
    ask(2, 0);
    CHECK(multicast.bytes_fetched() == kBurst);
    ask(2, kBurst);
    ask(1, kBurst);
    CHECK(multicast.bytes_fetched() == 2 * kBurst);
  });
  side.bench.run();
  CHECK(client.times.size() == 6);
}

TEST_CASE("members that ask for different bytes are a fault of the schedule", "[unit]") {
  MemorySide side(test::card());
  Multicast multicast(side.hmi);
  const program::Phase phase = shared_load(kBurst);
  multicast.open(phase);
  Client client;
  side.bench.at(Time{0}, [&] {
    multicast.join(0, 0, {0, kBurst, {}}, {0, &client, 0});
    multicast.join(0, 1, {kBurst, kBurst, {}}, {1, &client, 0});
  });
  CHECK_THROWS_AS(side.bench.run(), Error);
}

TEST_CASE("only members of a group load together", "[unit]") {
  MemorySide side(test::card());
  Multicast multicast(side.hmi);
  const program::Phase phase = shared_load(kBurst);
  multicast.open(phase);
  for (int core = 0; core < 3; ++core) CHECK(multicast.grouped(0, core));
  CHECK_FALSE(multicast.grouped(0, 3));
}

// Time of eight shared bursts with `slots` of them in flight when only latency counts.
Time eight_shared_bursts(std::int64_t slots) {
  params::ChipParams card = test::card();
  card.dram.latency = nanoseconds(10'000);
  card.mover.group_slots = slots;
  MoverBench bench(card, 4);
  return bench.run(shared_load(8 * kBurst));
}

TEST_CASE("group loads have slots of their own number", "[unit]") {
  const Time round_trip = nanoseconds(10'000);
  const Time two = eight_shared_bursts(2);
  CHECK(two >= 4 * round_trip);
  CHECK(two < 5 * round_trip);
}

TEST_CASE("twice the group slots halve the round trips", "[unit]") {
  const Time round_trip = nanoseconds(10'000);
  const Time four = eight_shared_bursts(4);
  CHECK(four >= 2 * round_trip);
  CHECK(four < 3 * round_trip);
}

TEST_CASE("gathered bursts of a group keep to as many as a core's own", "[unit]") {
  params::ChipParams card = test::card();
  card.dram.latency = nanoseconds(10'000);
  REQUIRE(card.mover.group_slots > card.mover.load_slots);
  const std::int64_t stick = card.chip.stick.count();
  program::Phase phase = shared_load(kBurst);
  phase.steps[0].memory.strided_bursts = true;  // eight bursts of single sticks
  phase.steps[0].memory.runs = test::scattered(stick, 8 * card.mover.burst_sticks, 2 * stick);
  MoverBench bench(card, 4);
  const Time end = bench.run(phase);
  CHECK(end >= (8 / card.mover.load_slots) * card.dram.latency);
  CHECK(end < (8 / card.mover.load_slots + 1) * card.dram.latency);
}

TEST_CASE("memory reads shared bytes once and every core receives them", "[unit]") {
  MoverBench bench(test::card(), 4);
  bench.run(shared_load(6 * kBurst));
  for (const auto& core : bench.cores) CHECK(core->load.bytes_served() == 6 * kBurst);
  CHECK(bench.side.memory.bytes_read() == 2 * 6 * kBurst);  // the group's and core 3's
  CHECK(bench.multicast.bytes_fetched() == 6 * kBurst);
  CHECK(bench.cores[0]->load.unicast_bytes() == 0);
  CHECK(bench.cores[3]->load.unicast_bytes() == 6 * kBurst);
}

}  // namespace
}  // namespace spyre::mover
