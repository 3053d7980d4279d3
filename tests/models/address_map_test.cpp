// Where does a byte of device memory live?
#include "models/dram/address_map.hpp"

#include <map>
#include <set>
#include <tuple>

#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::dram {
namespace {

// XOR of the digits of `number` written in base `base`.
std::int64_t xor_of_digits(std::int64_t number, std::int64_t base) {
  std::int64_t folded = 0;
  for (; number > 0; number /= base) folded ^= number % base;
  return folded;
}

// Consecutive pages of one channel, counted over all banks.
std::int64_t page_in_channel(const params::Dram& d, std::int64_t address) {
  const std::int64_t line = address / d.interleave.count() / d.channels;
  return (line * d.interleave.count() + address % d.interleave.count()) / d.page.count();
}

const std::vector<std::int64_t> kAddresses{
    0,     1,      255,       256,       4095,          4096,          65536,
    69888, 524288, 0x1234567, 0xABCDEF0, 0x2'0000'0100, 0x1'FFFF'FF80, 17179869184};

TEST_CASE("the channel is the lowest digit of the granule number and those of the row set", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  REQUIRE(dram.channel_hash);
  const AddressMap map(dram);
  for (const std::int64_t a : kAddresses) {
    const std::int64_t lowest = a / dram.interleave.count() % dram.channels;
    CHECK(map.locate(a).channel == (lowest ^ xor_of_digits(page_in_channel(dram, a), dram.channels)));
  }
}

TEST_CASE("without the hash the channel is the lowest digit of the granule number",
          "[arithmetic]") {
  params::Dram dram = test::card().dram;
  dram.channel_hash = false;
  const AddressMap map(dram);
  for (const std::int64_t a : kAddresses)
    CHECK(map.locate(a).channel == a / dram.interleave.count() % dram.channels);
}

TEST_CASE("one burst of 32 sticks covers every channel once", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const AddressMap map(card.dram);
  const std::int64_t burst = card.mover.burst_sticks * card.chip.stick.count();
  REQUIRE(burst == card.dram.channels * card.dram.interleave.count());
  for (const std::int64_t first : {std::int64_t{0}, 5 * burst, 1001 * burst}) {
    std::map<int, int> granules;
    for (std::int64_t a = first; a < first + burst; a += card.dram.interleave.count())
      ++granules[map.locate(a).channel];
    CHECK(std::ssize(granules) == card.dram.channels);
  }
}

TEST_CASE("the bank is the folded page number, whose fourth bit counts in the two bits below", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  REQUIRE(dram.bank_hash);
  const AddressMap map(dram);
  for (const std::int64_t a : kAddresses) {
    const std::int64_t page = page_in_channel(dram, a);
    const std::int64_t fourth = page / (dram.banks / 2) % 2;
    const std::int64_t moved = fourth * (dram.banks / 2 + dram.banks / 4 + dram.banks / 8);
    CHECK(map.locate(a).row == page);
    CHECK(map.locate(a).bank == (xor_of_digits(page, dram.banks) ^ moved));
  }
}

// Banks of eight streams so many bytes apart.
std::size_t banks_of_streams(std::int64_t apart) {
  const AddressMap map(test::card().dram);
  std::set<int> banks;
  for (int i = 0; i < 8; ++i) banks.insert(map.locate(i * apart).bank);
  return banks.size();
}

TEST_CASE("eight streams 64 KiB apart share four banks, at 32, 96 and 128 KiB they hardly share any", "[arithmetic]") {
  CHECK(banks_of_streams(32 * 1024) == 8);
  CHECK(banks_of_streams(64 * 1024) == 4);
  CHECK(banks_of_streams(96 * 1024) == 7);
  CHECK(banks_of_streams(128 * 1024) == 8);
}

TEST_CASE("without the bank hash pages go round the banks", "[arithmetic]") {
  params::Dram dram = test::card().dram;
  dram.bank_hash = false;
  dram.banks = 8;
  const AddressMap map(dram);
  for (const std::int64_t a : kAddresses) {
    CHECK(map.locate(a).row == page_in_channel(dram, a));
    CHECK(map.locate(a).bank == page_in_channel(dram, a) % 8);
  }
}

TEST_CASE("fewer than eight banks have no two bits to move the highest one to", "[arithmetic]") {
  params::Dram dram = test::card().dram;
  for (const std::int64_t banks : {1, 2, 4}) {
    dram.banks = banks;
    const AddressMap map(dram);
    for (const std::int64_t a : kAddresses) {
      const std::int64_t page = page_in_channel(dram, a);
      CHECK(map.locate(a).bank == (banks == 1 ? 0 : xor_of_digits(page, banks)));
    }
  }
}

TEST_CASE("every page of every bank gets its own granules", "[arithmetic]") {
  params::Dram dram = test::card().dram;
  dram.channels = 4;
  dram.banks = 8;
  const AddressMap map(dram);
  const std::int64_t rows = 16;
  std::map<std::tuple<int, int, std::int64_t>, std::int64_t> granules;
  for (std::int64_t a = 0; a < rows * dram.channels * dram.banks * dram.page.count();
       a += dram.interleave.count()) {
    const Location at = map.locate(a);
    ++granules[{at.channel, at.bank, at.row}];
  }
  CHECK(std::ssize(granules) == rows * dram.channels * dram.banks);
  for (const auto& [page, count] : granules) CHECK(count == dram.page / dram.interleave);
}

TEST_CASE("a granule ends at the next multiple of the interleave", "[arithmetic]") {
  params::Dram dram = test::card().dram;
  dram.interleave = Bytes(512);
  const AddressMap map(dram);
  CHECK(map.granule_end(0) == 512);
  CHECK(map.granule_end(511) == 512);
  CHECK(map.granule_end(512) == 1024);
  CHECK(map.locate(511).channel == map.locate(0).channel);
  CHECK(map.locate(512).channel != map.locate(0).channel);
}

}  // namespace
}  // namespace spyre::dram
