// How long does the vector path take for one chunk?
#include "models/sfp/sfp_timing.hpp"

#include <map>

#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::sfp {
namespace {

using program::VectorKind;

program::VectorWork work_of(VectorKind kind) {
  program::VectorWork work;
  work.kind = kind;
  return work;
}

Time at_rate(const params::ChipParams& card, std::int64_t elements, MilliElementsPerCycle rate) {
  return Cycles(div_up(elements * 1000, rate.count())) / card.chip.core_clock;
}

TEST_CASE("each kind of vector work has a rate of its own", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::map<VectorKind, MilliElementsPerCycle> rates{
      {VectorKind::Reduce, card.sfp.reduce},
      {VectorKind::Add, card.sfp.add},
      {VectorKind::LaneBroadcast, card.sfp.lane_broadcast},
      {VectorKind::RowBroadcast, card.sfp.row_broadcast},
      {VectorKind::Map, card.sfp.map},
      {VectorKind::Negate, card.sfp.negate},
      {VectorKind::Move, card.sfp.move}};
  const std::int64_t elements = 100'003;
  for (const auto& [kind, expected] : rates) {
    CHECK(rate(card.sfp, kind) == expected);
    CHECK(chunk_time(card, work_of(kind), elements) == at_rate(card, elements, expected));
  }
}

TEST_CASE("elements that do not fill the last cycle take it all the same", "[arithmetic]") {
  params::ChipParams card = test::card();
  card.sfp.add = MilliElementsPerCycle(10'200);
  card.chip.core_clock = Hertz(1'000'000'000);
  CHECK(chunk_time(card, work_of(VectorKind::Add), 32 * 64) ==
        nanoseconds(201));  // 2048 / 10.2 = 200.8
  CHECK(chunk_time(card, work_of(VectorKind::Add), 64 * 64) == nanoseconds(402));
}

TEST_CASE("a short chunk takes the minimum", "[arithmetic]") {
  const params::ChipParams card = test::card();
  CHECK(chunk_time(card, work_of(VectorKind::Move), 64) == card.sfp.minimum_chunk);
  CHECK(chunk_time(card, work_of(VectorKind::Move), 0) == card.sfp.minimum_chunk);
}

TEST_CASE("fp32 slows the rate, not the minimum", "[arithmetic]") {
  const params::ChipParams card = test::card();
  program::VectorWork work = work_of(VectorKind::Add);
  work.fp32 = true;
  CHECK(chunk_time(card, work, 4096) ==
        scaled(at_rate(card, 4096, card.sfp.add), card.sfp.fp32_slowdown));
  CHECK(chunk_time(card, work, 64) == card.sfp.minimum_chunk);
}

TEST_CASE("what a step costs on top is added after the minimum", "[arithmetic]") {
  const params::ChipParams card = test::card();
  program::VectorWork work = work_of(VectorKind::Reduce);
  work.extra = nanoseconds(45);
  CHECK(chunk_time(card, work, 64) == card.sfp.minimum_chunk + nanoseconds(45));
  CHECK(chunk_time(card, work, 4096) == at_rate(card, 4096, card.sfp.reduce) + nanoseconds(45));
}

}  // namespace
}  // namespace spyre::sfp
