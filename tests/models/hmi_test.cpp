// Do memory and its interface serve bursts at the rates of channels, ports and links?
#include "models/dram/hmi.hpp"

#include "tests/models/parts.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

namespace spyre::dram {
namespace {

using test::MemorySide;

constexpr std::int64_t kBurst = 4096;

Extent extent(std::int64_t address, std::int64_t bytes) { return {address, bytes, {}}; }

// Notes when each transfer was complete.
struct Client : HmiClient, MemoryClient {
  std::vector<std::uint64_t> tags;
  std::vector<Time> times;
  void transfer_done(std::uint64_t tag, Time when) override {
    tags.push_back(tag);
    times.push_back(when);
  }
  void memory_done(std::uint64_t tag, Time end) override { transfer_done(tag, end); }
  [[nodiscard]] Time last_gap() const { return times.back() - times[times.size() - 2]; }
};

// A card whose memory and ring are too fast to matter: what is left is the port.
params::ChipParams ports_only() {
  params::ChipParams card = test::card();
  card.dram.rate = card.dram.rate * 100;
  card.dram.row_miss = card.dram.turnaround = Time{0};
  card.ring.link_width = card.ring.link_width * 100;
  return card;
}

void read_bursts(MemorySide& side, Client& client, int core, int count) {
  for (int i = 0; i < count; ++i)
    side.hmi.read(extent(i * kBurst, kBurst), {core, &client, static_cast<std::uint64_t>(i)});
}

void write_bursts(MemorySide& side, Client& client, int core, int count) {
  for (int i = 0; i < count; ++i)
    side.hmi.write(extent((1 << 20) + i * kBurst, kBurst), 0,
                   {core, &client, static_cast<std::uint64_t>(i)});
}

TEST_CASE("a burst that covers all channels takes one granule's time in memory", "[unit]") {
  MemorySide side(test::card());
  Client client;
  side.memory.submit({Direction::Read, extent(0, kBurst), 0, &client, 3}, nanoseconds(100));
  side.bench.run();
  const params::Dram& dram = side.card.dram;
  CHECK(client.tags == std::vector<std::uint64_t>{3});
  CHECK(client.times.at(0) == nanoseconds(100) + dram.row_miss + dram.interleave / dram.rate);
  CHECK(side.memory.bytes_read() == kBurst);
  CHECK(side.memory.outstanding() == 0);
}

TEST_CASE("bursts of open rows follow each other at the rate of all channels", "[unit]") {
  MemorySide side(test::card());
  Client client;
  const int bursts = 8;  // one page of every channel
  REQUIRE(bursts * kBurst == side.card.dram.page.count() * side.card.dram.channels);
  for (int i = 0; i < bursts; ++i)
    side.memory.submit({Direction::Read, extent(i * kBurst, kBurst), 0, &client, 0}, Time{0});
  side.bench.run();
  CHECK(client.times.back() ==
        side.card.dram.row_miss + bursts * (side.card.dram.interleave / side.card.dram.rate));
}

TEST_CASE("writes find their rows open for as many bursts as the cores are in step", "[unit]") {
  params::ChipParams card = test::card();
  card.dram.turnaround = Time{0};  // hides nothing
  MemorySide side(card);
  Client client;
  const params::Dram& dram = side.card.dram;
  const std::int64_t another_row = dram.page.count() * dram.channels;
  side.memory.set_discipline({8, 1, true}, 2, {8, 1, false});
  for (int i = 0; i < 4; ++i) {
    side.memory.submit({Direction::Write, extent(i * another_row, kBurst), 0, &client, 0}, i * nanoseconds(1000));
  }
  side.bench.run();
  const Time on_bus = dram.interleave / dram.rate;
  CHECK(client.times.at(1) == nanoseconds(1000) + on_bus);
  CHECK(client.times.at(2) == nanoseconds(2000) + dram.write_row_miss + on_bus);
  CHECK(client.times.at(3) == nanoseconds(3000) + dram.write_row_miss + on_bus);
}

TEST_CASE("granules of one channel queue up", "[unit]") {
  params::ChipParams card = test::card();
  card.dram.channel_hash = false;
  MemorySide side(card);
  Client client;
  const std::int64_t apart =
      card.dram.interleave.count() * card.dram.channels;  // the next granule of channel 0
  for (int i = 0; i < 4; ++i)
    side.memory.submit({Direction::Read, extent(i * apart, 256), 0, &client, 0}, Time{0});
  side.bench.run();
  CHECK(client.times.back() == card.dram.row_miss + 4 * (Bytes(256) / card.dram.rate));
}

// When a burst over all channels is written whose stretches of `width` bytes lie apart.
Time scattered_burst(std::int64_t width) {
  MemorySide side(test::card());
  Client client;
  side.memory.submit({Direction::Write, extent(0, kBurst), width, &client, 0}, Time{0});
  side.bench.run();
  CHECK(side.memory.bytes_written() == kBurst);
  return client.times.at(0);
}

Time for_whole_line(const params::Dram& dram) {
  return dram.turnaround + dram.write_row_miss + dram.interleave / dram.rate;
}

TEST_CASE("a scattered write of whole lines costs no more than its rows", "[unit]") {
  const params::Dram dram = test::card().dram;
  CHECK(scattered_burst(dram.write_line.count() * 2) == for_whole_line(dram));
}

TEST_CASE("a scattered write of a quarter of a line costs by the three that it leaves alone", "[unit]") {
  const params::Dram dram = test::card().dram;
  const Time missing = dram.partial_row_miss + dram.partial_write;
  CHECK(scattered_burst(dram.write_line.count() / 4) == for_whole_line(dram) + missing * 3 / 4);
}

// Time of one strided burst of single sticks on a card with one channel.
Time strided_burst(Direction direction, const std::vector<std::int64_t>& parts, std::int64_t access = 0) {
  params::ChipParams card = test::card();
  card.dram.channels = 1;
  MemorySide side(card);
  Client client;
  side.memory.submit(
      {direction, {parts.front(), 128 * std::ssize(parts), parts, access}, 0, &client, 0},
      Time{0});
  side.bench.run();
  CHECK(side.memory.bytes_read() + side.memory.bytes_written() == 128 * std::ssize(parts));
  return client.times.at(0) - (direction == Direction::Write ? card.dram.turnaround : Time{0});
}

// Time of `count` granules of the interleave: opening the rows of strided parts costs nothing.
Time granules(std::int64_t count) {
  const params::Dram dram = test::card().dram;
  return count * (dram.interleave / dram.rate);
}

std::int64_t per_access_granule() {
  const params::Dram dram = test::card().dram;
  return dram.access_granule / dram.interleave;
}

TEST_CASE("each part of a strided read moves a granule of the interleave", "[unit]") {
  const std::int64_t apart = test::card().dram.access_granule.count();
  CHECK(strided_burst(Direction::Read, {0, apart, 2 * apart}) == granules(3));
}

TEST_CASE("each part of a strided write moves a whole access granule", "[unit]") {
  const std::int64_t apart = test::card().dram.access_granule.count();
  CHECK(strided_burst(Direction::Write, {0, apart, 2 * apart}) == granules(3 * per_access_granule()));
}

TEST_CASE("parts in one access granule share it", "[unit]") {
  CHECK(strided_burst(Direction::Write, {0, 128, 256}) == granules(per_access_granule()));
}

TEST_CASE("around a part the memory moves the block the code names", "[unit]") {
  const params::Dram dram = test::card().dram;
  const std::int64_t apart = dram.access_granule.count();
  const std::int64_t block = dram.interleave.count();
  REQUIRE(block < apart);
  CHECK(strided_burst(Direction::Write, {0, apart, 2 * apart}, block) == 3 * (Bytes(block) / dram.rate));
}

TEST_CASE("a block around a part is at most an access granule", "[unit]") {
  const std::int64_t apart = test::card().dram.access_granule.count();
  CHECK(strided_burst(Direction::Write, {0, apart, 2 * apart}, 4 * apart) == granules(3 * per_access_granule()));
}

// Sticks one access granule apart.
Extent strided(int parts) {
  Extent e{0, 128 * parts, {}};
  for (int i = 0; i < parts; ++i) e.parts.push_back(i * test::card().dram.access_granule.count());
  return e;
}

TEST_CASE("a strided multicast passes a port of its members with all that the memory moves",
          "[unit]") {
  MemorySide side(ports_only());
  Client client;
  const std::vector<Hmi::Receiver> members{{0, &client, 0}, {1, &client, 1}};
  side.bench.at(Time{0}, [&] {
    for (int i = 0; i < 4; ++i) side.hmi.read_multicast(strided(16), members);
  });
  side.bench.run();
  REQUIRE(client.times.size() == 8);
  const Time each = Bytes(16 * side.card.dram.access_granule.count()) / side.card.hmi.read_rate;
  CHECK(client.times[6] - client.times[4] == each);
}

TEST_CASE("members on both ports let strided multicasts pass through both", "[unit]") {
  MemorySide side(ports_only());
  Client client;
  const int other = static_cast<int>(side.card.chip.cores / side.card.hmi.ports);
  const std::vector<Hmi::Receiver> members{{other - 1, &client, 0}, {other, &client, 1}};
  side.bench.at(Time{0}, [&] {
    for (int i = 0; i < 4; ++i) side.hmi.read_multicast(strided(16), members);
  });
  side.bench.run();
  const Time each = Bytes(16 * side.card.dram.access_granule.count()) / side.card.hmi.read_rate;
  CHECK(client.times.back() - client.times.front() < 2 * each);
}

TEST_CASE("a strided multicast that uses all that is moved passes no port", "[unit]") {
  MemorySide side(ports_only());
  Client client;
  const std::int64_t run = side.card.dram.access_granule.count();
  Extent whole{0, 4 * run, {0, 2 * run, 4 * run, 6 * run}};
  side.bench.at(Time{0}, [&] {
    for (int i = 0; i < 4; ++i) side.hmi.read_multicast(whole, {{0, &client, 0}, {1, &client, 1}});
  });
  side.bench.run();
  CHECK(client.times.back() - client.times.front() < Bytes(4 * run) / side.card.hmi.read_rate);
}

// When one stick reaches a core of each port that asks just after a group of core 0 and `second` did, requests being slow.
std::vector<Time> after_group_with(int second, const params::ChipParams& card) {
  MemorySide side(card);
  Client client, nobody;
  const int other = static_cast<int>(card.chip.cores / card.hmi.ports);
  side.bench.at(Time{0}, [&] {
    side.hmi.read_multicast(extent(0, 128), {{0, &nobody, 0}, {second, &nobody, 1}});
    side.hmi.read(extent(0, 128), {1, &client, 0});
    side.hmi.read(extent(0, 128), {other + 1, &client, 1});
  });
  side.bench.run();
  std::sort(client.times.begin(), client.times.end());
  return client.times;
}

params::ChipParams slow_requests() {
  params::ChipParams card = ports_only();
  card.hmi.request_interval = nanoseconds(10'000);
  return card;
}

TEST_CASE("a group asks once at each port that has members of it", "[unit]") {
  const params::ChipParams card = slow_requests();
  const std::vector<Time> times = after_group_with(static_cast<int>(card.chip.cores) - 1, card);
  CHECK(times.at(0) >= 2 * card.hmi.request_interval);
}

TEST_CASE("a group asks at no port but those of its members", "[unit]") {
  const params::ChipParams card = slow_requests();
  const std::vector<Time> times = after_group_with(2, card);
  CHECK(times.at(0) < 2 * card.hmi.request_interval);
  CHECK(times.at(1) >= 2 * card.hmi.request_interval);
}

TEST_CASE("each part of a strided unicast is a request of its own", "[unit]") {
  params::ChipParams card = ports_only();
  card.dram.access_granule = Bytes(128);
  REQUIRE(Bytes(128) / card.hmi.read_rate < card.hmi.request_interval);
  MemorySide side(card);
  Client client;
  side.bench.at(Time{0}, [&] {
    for (int i = 0; i < 4; ++i) side.hmi.read(strided(16), {0, &client, 0});
  });
  side.bench.run();
  CHECK(client.last_gap() == 16 * card.hmi.request_interval);
}

TEST_CASE("a port reads 4 KiB in 51.2 ns", "[unit]") {
  MemorySide side(ports_only());
  Client client;
  side.bench.at(Time{0}, [&] { read_bursts(side, client, 0, 6); });
  side.bench.run();
  REQUIRE(client.times.size() == 6);
  CHECK(client.last_gap() == Bytes(kBurst) / side.card.hmi.read_rate);
  CHECK(client.last_gap() == picoseconds(51'200));
}

TEST_CASE("a port takes a write of 4 KiB in 24.6 ns", "[unit]") {
  MemorySide side(ports_only());
  Client client;
  side.bench.at(Time{0}, [&] { write_bursts(side, client, 0, 6); });
  side.bench.run();
  REQUIRE(client.times.size() == 6);
  CHECK(client.last_gap() == Bytes(kBurst) / side.card.hmi.write_rate);
  CHECK(client.last_gap() == picoseconds(24'616));  // 4096 B at 166.4 GB/s, rounded up
}

// Time until 20 reads and 20 writes of one core are through its port.
Time mixed_traffic(bool half_duplex) {
  params::ChipParams card = ports_only();
  card.hmi.half_duplex = half_duplex;
  MemorySide side(card);
  Client reads, writes;
  side.bench.at(Time{0}, [&] {
    write_bursts(side, writes, 0, 20);
    read_bursts(side, reads, 0, 20);
  });
  side.bench.run();
  return std::max(reads.times.back(), writes.times.back());
}

TEST_CASE("a half-duplex port carries reads and writes one after another", "[unit]") {
  const params::ChipParams card = ports_only();
  const Time port = 20 * (Bytes(kBurst) / card.hmi.read_rate + Bytes(kBurst) / card.hmi.write_rate);
  const Time end = mixed_traffic(true);
  CHECK(end >= port);
  CHECK(end <= port + card.dram.latency + nanoseconds(100));
}

TEST_CASE("a full-duplex port carries reads and writes at once", "[unit]") {
  const params::ChipParams card = ports_only();
  const Time reads = 20 * (Bytes(kBurst) / card.hmi.read_rate);
  const Time end = mixed_traffic(false);
  CHECK(end >= reads);
  CHECK(end <= reads + card.dram.latency + nanoseconds(100));
}

TEST_CASE("cores of different ports do not share a line", "[unit]") {
  MemorySide side(ports_only());
  Client low, high;
  const int other = static_cast<int>(side.card.chip.cores / side.card.hmi.ports);
  side.bench.at(Time{0}, [&] {
    read_bursts(side, low, other - 1, 6);
    read_bursts(side, high, other, 6);
  });
  side.bench.run();
  CHECK(low.last_gap() == Bytes(kBurst) / side.card.hmi.read_rate);
  CHECK(high.last_gap() == Bytes(kBurst) / side.card.hmi.read_rate);
  CHECK(low.times.front() - high.times.front() < Bytes(kBurst) / side.card.hmi.read_rate);
}

TEST_CASE("cores of one port share its line", "[unit]") {
  MemorySide side(ports_only());
  Client first, second;
  side.bench.at(Time{0}, [&] {
    side.hmi.read(extent(0, kBurst), {3, &first, 0});
    side.hmi.read(extent(kBurst, kBurst), {2, &second, 0});
  });
  side.bench.run();
  const ring::RingParams ring = test::data_ring(side.card);
  const Time closer = ring.hop;  // core 2 is one hop nearer than core 3
  CHECK(second.times.at(0) == first.times.at(0) + Bytes(kBurst) / side.card.hmi.read_rate - closer);
}

TEST_CASE("a multicast is not bound by the unicast rate", "[unit]") {
  MemorySide side(ports_only());
  Client client;
  const std::vector<Hmi::Receiver> members{{0, &client, 0}, {1, &client, 1}, {2, &client, 2}};
  side.bench.at(Time{0}, [&] {
    for (int i = 0; i < 6; ++i) side.hmi.read_multicast(extent(i * kBurst, kBurst), members);
  });
  side.bench.run();
  REQUIRE(client.times.size() == 18);
  CHECK(client.times.back() - client.times.front() < Bytes(kBurst) / side.card.hmi.read_rate);
  CHECK(side.memory.bytes_read() == 6 * kBurst);
}

TEST_CASE("a read takes request, memory, port, ring and response", "[unit]") {
  MemorySide side(test::card());
  Client client;
  const int core = 5;
  side.bench.at(nanoseconds(10), [&] { side.hmi.read(extent(0, kBurst), {core, &client, 0}); });
  side.bench.run();
  const params::ChipParams& c = side.card;
  const Time in_memory = c.dram.row_miss + c.dram.interleave / c.dram.rate;
  const Time port = Bytes(kBurst) / c.hmi.read_rate;
  const Time hops = test::data_ring(c).hop * (core + 1);
  CHECK(client.times.at(0) == nanoseconds(10) + c.dram.latency / 2 + in_memory + port + hops);
}

TEST_CASE("single-stick requests of a port follow each other at the request interval", "[unit]") {
  MemorySide side(ports_only());
  Client client;
  side.bench.at(Time{0}, [&] {
    for (int i = 0; i < 10; ++i) side.hmi.read(extent(i * kBurst, 128), {0, &client, 0});
  });
  side.bench.run();
  REQUIRE(Bytes(128) / side.card.hmi.read_rate < side.card.hmi.request_interval);
  CHECK(client.last_gap() == side.card.hmi.request_interval);
  CHECK(client.times.back() - client.times.front() == 9 * side.card.hmi.request_interval);
}

TEST_CASE("an operation may drain its writes at a rate of its own", "[unit]") {
  MemorySide side(ports_only());
  Client client;
  side.hmi.set_write_rate(side.card.hmi.write_drain);
  side.bench.at(Time{0}, [&] { write_bursts(side, client, 0, 6); });
  side.bench.run();
  CHECK(client.last_gap() == Bytes(kBurst) / side.card.hmi.write_drain);
}

TEST_CASE("no transfer is open when everything has arrived", "[unit]") {
  MemorySide side(test::card());
  Client client;
  side.bench.at(Time{0}, [&] {
    read_bursts(side, client, 7, 9);
    write_bursts(side, client, 20, 9);
    CHECK(side.hmi.outstanding() == 18);
  });
  side.bench.run();
  CHECK(client.times.size() == 18);
  CHECK(side.hmi.outstanding() == 0);
  CHECK(side.memory.outstanding() == 0);
  CHECK(side.memory.bytes_read() == 9 * kBurst);
  CHECK(side.memory.bytes_written() == 9 * kBurst);
}

}  // namespace
}  // namespace spyre::dram
