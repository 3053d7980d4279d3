// What does one memory channel do with its bus?
#include "models/dram/channel.hpp"

#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::dram {
namespace {

constexpr Discipline kPatient{1000, 1};  // never turns early, takes requests in order

Granule granule(std::uint32_t request, std::int64_t row, std::int32_t bank = 0) {
  return {request, 256, bank, row};
}

Time on_bus(const params::Dram& dram) { return Bytes(256) / dram.rate; }

// Requests in the order the channel serves them.
std::vector<std::uint32_t> order(Channel& channel, const Discipline& discipline) {
  std::vector<std::uint32_t> served;
  Time now{0};
  while (!channel.empty()) {
    const Channel::Served s = channel.serve(now, discipline);
    served.push_back(s.request);
    now = s.end;
  }
  return served;
}

TEST_CASE("a granule occupies the bus at the channel's rate after opening its row",
          "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  channel.push(Direction::Read, granule(0, 7));
  channel.push(Direction::Read, granule(1, 7));
  const Channel::Served first = channel.serve(nanoseconds(100), kPatient);
  CHECK(first.end == nanoseconds(100) + dram.row_miss + on_bus(dram));
  const Channel::Served second = channel.serve(first.end, kPatient);
  CHECK(second.end == first.end + on_bus(dram));
  CHECK(channel.row_misses() == 1);
  CHECK(channel.busy() == second.end - nanoseconds(100));
}

TEST_CASE("each bank keeps a row of its own open", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  for (std::uint32_t i = 0; i < 6; ++i)
    channel.push(Direction::Read, granule(i, 3, static_cast<std::int32_t>(i % 2)));
  order(channel, kPatient);
  CHECK(channel.row_misses() == 2);
  channel.push(Direction::Read, granule(6, 4, 0));
  channel.push(Direction::Read, granule(7, 3, 0));
  order(channel, kPatient);
  CHECK(channel.row_misses() == 4);
}

// A granule around the part of a strided burst, a quarter of which is payload.
Granule quarter(std::uint32_t request, std::int64_t row) {
  return {request, 256, 0, row, kWholeGranule / 4};
}

TEST_CASE("opening the rows of strided granules costs nothing", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  Time now{0};
  for (std::uint32_t i = 0; i < 3; ++i) {
    channel.push(Direction::Read, quarter(i, i));
    now = channel.serve(now, kPatient).end;
  }
  CHECK(now == 3 * on_bus(dram));
  CHECK(channel.row_misses() == 3);
}

TEST_CASE("strided granules count by their payload towards a direction block", "[arithmetic]") {
  Channel channel(test::card().dram);
  for (std::uint32_t i = 0; i < 10; ++i) channel.push(Direction::Read, quarter(i, 0));
  channel.push(Direction::Write, granule(100, 0));
  const std::vector<std::uint32_t> served = order(channel, Discipline{2, 1});
  CHECK(served.at(8) == 100);  // two granules' payload is in eight quarters
}

TEST_CASE("a turnaround hides the row miss behind it", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  REQUIRE(dram.turnaround > dram.row_miss);
  Channel channel(dram);
  channel.push(Direction::Write, granule(0, 7));
  CHECK(channel.serve(Time{0}, kPatient).end == dram.turnaround + on_bus(dram));
  CHECK(channel.row_misses() == 1);
  CHECK(channel.turnarounds() == 1);
}

TEST_CASE("what a turnaround could not hide is paid", "[arithmetic]") {
  params::Dram dram = test::card().dram;
  dram.turnaround = dram.write_row_miss + dram.write_row_miss / 2;
  Channel channel(dram);
  Time end{0};
  const auto write_alone = [&](std::int32_t i) {  // arrives after the bus turned: nothing prepares its row
    channel.push(Direction::Write, granule(static_cast<std::uint32_t>(i), 7, i));
    return end = channel.serve(end, kPatient).end;
  };
  const Time turned = write_alone(0);
  CHECK(turned == dram.turnaround + on_bus(dram));
  CHECK(write_alone(1) == turned + on_bus(dram));
  CHECK(write_alone(2) == turned + 2 * on_bus(dram) + dram.write_row_miss / 2);
  CHECK(write_alone(3) == turned + 3 * on_bus(dram) + dram.write_row_miss / 2 + dram.write_row_miss);
}

TEST_CASE("what waits while the bus turns opens its rows meanwhile, a request per bank", "[arithmetic]") {
  params::Dram dram = test::card().dram;
  dram.banks = 2;
  dram.turnaround = nanoseconds(1);
  Channel channel(dram);
  for (std::uint32_t i = 0; i < 4; ++i) channel.push(Direction::Write, granule(i, i, static_cast<std::int32_t>(i % 2)));
  Time end{0};
  while (!channel.empty()) end = channel.serve(end, {100, 1}).end;
  CHECK(channel.row_misses() == 4);
  CHECK(end == 4 * on_bus(dram) + 2 * dram.write_row_miss);  // the third and the fourth; of the third the turnaround hides a part
}

// A scattered write of `bytes` that leaves a quarter of its line alone.
Granule scattered(std::int32_t bytes) {
  Granule g = granule(0, 7);
  g.bytes = bytes;
  g.scattered = true;
  g.left_alone = kWholeGranule / 4;
  return g;
}

TEST_CASE("nothing opens the row of a scattered write ahead, and what it leaves alone is read", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  channel.push(Direction::Write, scattered(256));
  channel.push(Direction::Write, scattered(256));
  const Time first = channel.serve(Time{0}, kPatient).end;  // the bus turns and hides nothing
  CHECK(first == dram.turnaround + dram.write_row_miss + dram.partial_row_miss / 4 + dram.partial_write / 4 + on_bus(dram));
  CHECK(channel.serve(first, kPatient).end == first + dram.partial_write / 4 + on_bus(dram));
}

TEST_CASE("two cores write the halves of a granule for the price of one scattered write", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  channel.push(Direction::Write, scattered(128));
  const Time opened = dram.write_row_miss + dram.partial_row_miss / 4 + dram.partial_write / 4;
  CHECK(channel.serve(Time{0}, kPatient).end == dram.turnaround + opened / 2 + Bytes(128) / dram.rate);
}

TEST_CASE("scattered writes of cores in step are like any other", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  channel.push(Direction::Write, scattered(256));
  CHECK(channel.serve(Time{0}, {1000, 1, true}).end == dram.turnaround + on_bus(dram));
}

TEST_CASE("directions alternate in blocks while both have work", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  for (std::uint32_t i = 0; i < 5; ++i) channel.push(Direction::Read, granule(i, 0));
  for (std::uint32_t i = 10; i < 14; ++i) channel.push(Direction::Write, granule(i, 0));
  CHECK(order(channel, {2, 1}) == std::vector<std::uint32_t>{0, 1, 10, 11, 2, 3, 12, 13, 4});
  CHECK(channel.turnarounds() == 4);
}

TEST_CASE("a block goes on as long as the other direction is idle", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  for (std::uint32_t i = 0; i < 9; ++i) channel.push(Direction::Read, granule(i, 0));
  order(channel, {2, 1});
  CHECK(channel.turnarounds() == 0);
}

TEST_CASE("the bus turns before its block is full when nothing else is left", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  channel.push(Direction::Write, granule(10, 0));
  channel.push(Direction::Read, granule(0, 0));
  channel.push(Direction::Write, granule(11, 0));
  CHECK(order(channel, {8, 1}) == std::vector<std::uint32_t>{0, 10, 11});
  CHECK(channel.turnarounds() == 1);
}

TEST_CASE("an open row goes first within the look-ahead only", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  for (const std::int64_t lookahead : {1, 2, 3}) {
    Channel channel(dram);
    channel.push(Direction::Read, granule(0, 0));
    channel.push(Direction::Read, granule(1, 1));
    channel.push(Direction::Read, granule(2, 2));
    channel.push(Direction::Read, granule(3, 0));
    const std::vector<std::uint32_t> in_order{0, 1, 2, 3};
    const std::vector<std::uint32_t> open_first{0, 3, 1, 2};
    CHECK(order(channel, {8, lookahead}) == (lookahead == 3 ? open_first : in_order));
  }
}

TEST_CASE("requests passed over keep their order", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  Channel channel(dram);
  const std::vector<std::int64_t> rows{0, 1, 0, 2, 0, 1};
  for (std::uint32_t i = 0; i < rows.size(); ++i)
    channel.push(Direction::Read, granule(i, rows[i]));
  CHECK(order(channel, {8, 6}) == std::vector<std::uint32_t>{0, 2, 4, 1, 5, 3});
}

}  // namespace
}  // namespace spyre::dram
