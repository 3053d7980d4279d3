// How long does the matrix array take for one step?
#include "models/pt/pt_timing.hpp"

#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::pt {
namespace {

using program::CoreletSplit;

program::MatmulWork tile(std::int64_t m, std::int64_t n, CoreletSplit split) {
  program::MatmulWork work;
  work.m = m;
  work.n = n;
  work.split = split;
  return work;
}

// `macs` at `per_cycle` a cycle, times `permille` thousandths.
Time at_rate(const params::ChipParams& card, std::int64_t macs, std::int64_t per_cycle,
             Permille factor) {
  return scaled(Cycles(div_up(macs, per_cycle)) / card.chip.core_clock, factor);
}

TEST_CASE("rows enter the array eight at a time", "[arithmetic]") {
  const params::Pt pt = test::card().pt;
  REQUIRE(pt.rows_per_pass == 8);
  REQUIRE(pt.corelets == 2);
  CHECK(occupied_rows(pt, 8, CoreletSplit::N) == 8);
  CHECK(occupied_rows(pt, 9, CoreletSplit::N) == 16);
  CHECK(occupied_rows(pt, 1, CoreletSplit::N) == 8);
  CHECK(occupied_rows(pt, 20, CoreletSplit::None) == 24);
}

TEST_CASE("corelets that halve M each fill passes of their own", "[arithmetic]") {
  const params::Pt pt = test::card().pt;
  CHECK(occupied_rows(pt, 128, CoreletSplit::M) == 128);
  CHECK(occupied_rows(pt, 20, CoreletSplit::M) == 2 * 16);  // ten rows each
  CHECK(occupied_rows(pt, 2, CoreletSplit::M) == 2 * 8);
  CHECK(occupied_rows(pt, 24, CoreletSplit::M) == 2 * 16);  // where halving N would need 24
  CHECK(occupied_rows(pt, 24, CoreletSplit::N) == 24);
}

TEST_CASE("a full tile runs at the array's rate times the overhead of its split", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::int64_t macs = 128 * 256 * 128;
  CHECK(step_time(card, tile(128, 256, CoreletSplit::M), 128) ==
        at_rate(card, macs, card.pt.macs_per_cycle, card.pt.overhead_split_m));
  CHECK(step_time(card, tile(128, 256, CoreletSplit::N), 128) ==
        at_rate(card, macs, card.pt.macs_per_cycle, card.pt.overhead_split_n));
}

TEST_CASE("one corelet alone gives half the rate", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::int64_t macs = 192 * 192 * 128;
  const std::int64_t half = card.pt.macs_per_cycle / card.pt.corelets;
  CHECK(step_time(card, tile(192, 192, CoreletSplit::None), 128) ==
        at_rate(card, macs, half, card.pt.overhead_split_m));
}

TEST_CASE("a single row costs as much as a whole pass", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const Time one = step_time(card, tile(1, 512, CoreletSplit::N), 128);
  CHECK(one == step_time(card, tile(card.pt.rows_per_pass, 512, CoreletSplit::N), 128));
  CHECK(one == at_rate(card, 8 * 512 * 128, card.pt.macs_per_cycle, card.pt.overhead_split_n));
}

TEST_CASE("K split over cores slows the array down", "[arithmetic]") {
  const params::ChipParams card = test::card();
  program::MatmulWork work = tile(128, 64, CoreletSplit::M);
  const Time alone = step_time(card, work, 128);
  work.k_split = true;
  CHECK(step_time(card, work, 128) == scaled(alone, card.pt.k_split_slowdown));
}

TEST_CASE("narrow formats multiply the rate", "[arithmetic]") {
  const params::ChipParams card = test::card();
  for (const std::int64_t speedup :
       {card.pt.fp8_speedup, card.pt.int8_speedup, card.pt.int4_speedup}) {
    program::MatmulWork work = tile(128, 128, CoreletSplit::M);
    work.speedup = speedup;
    const std::int64_t macs = 128 * 128 * 256;
    CHECK(step_time(card, work, 256) ==
          at_rate(card, macs, card.pt.macs_per_cycle * speedup, card.pt.overhead_split_m));
  }
}

TEST_CASE("block loads show only when the register file cannot hold two blocks", "[arithmetic]") {
  params::ChipParams card = test::card();
  const program::MatmulWork work = tile(64, 192, CoreletSplit::M);
  card.pt.overhead_split_m = Permille(1000);
  card.pt.weight_registers = card.pt.weight_block * 2;
  const Time hidden = step_time(card, work, 160);
  card.pt.weight_registers = card.pt.weight_block * 2 - Bytes(1);
  const std::int64_t blocks = 3 * 3;  // 192 columns, 160 deep, in blocks of 64 x 64
  const std::int64_t multiply = 64 * 192 * 160 / card.pt.macs_per_cycle;
  CHECK(hidden == Cycles(multiply) / card.chip.core_clock);
  CHECK(step_time(card, work, 160) ==
        Cycles(multiply + blocks * card.pt.block_load.count()) / card.chip.core_clock);
}

TEST_CASE("twice the depth takes twice as long", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const program::MatmulWork work = tile(256, 64, CoreletSplit::M);
  const Time shallow = step_time(card, work, 64);
  const Time deep = step_time(card, work, 128);
  CHECK(deep <= 2 * shallow);
  CHECK(deep >= 2 * shallow - picoseconds(4));  // each of the two rounds up
}

}  // namespace
}  // namespace spyre::pt
