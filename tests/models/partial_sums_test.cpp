// Do partial sums travel their chain once, when every member has its tile?
#include "models/sfp/partial_sums.hpp"

#include "tests/models/parts.hpp"
#include "tests/support/catch.hpp"

namespace spyre::sfp {
namespace {

using test::Bench;

constexpr Bytes kTile{64 * 64 * 4};

ring::RingParams partial_sum_ring(const params::ChipParams& p) {
  REQUIRE(p.partial_sum_ring.rings == 2);  // one for each direction
  return {static_cast<int>(p.chip.cores), p.partial_sum_ring.link_width * p.chip.core_clock,
          p.partial_sum_ring.hop / p.chip.core_clock};
}

// Cores 4 to 7 as core indices 0 to 3, one partial-sum step of groups {0 1 2 3} or as given.
struct Chain {
  explicit Chain(const std::vector<program::Group>& groups = {{{0, 1, 2, 3}}}) {
    program::Step step;
    step.kind = program::WorkKind::PartialSum;
    step.depth = 1;
    step.partial_sum = {groups, kTile.count()};
    phase = {{8}, {step}, 0};
    sums.open(phase);
    for (engine::Board& b : boards) b.open(phase, {&sums});
  }

  void join(std::size_t index) {
    engine::Board& board = boards[index];
    const std::int64_t ordinal = board.begin(0);
    board.part_begun(0, ordinal);
    sums.join(0, phase.steps[0].partial_sum, static_cast<int>(index),
              {4 + static_cast<int>(index), &board, ordinal});
    board.issued(0, ordinal);
  }
  [[nodiscard]] std::int64_t done(std::size_t index) {
    return boards[index].count(0, program::After::Done).value();
  }

  params::ChipParams card = test::card();
  ring::RingParams params = partial_sum_ring(card);
  Bench bench;
  ring::Ring up{"up", bench.context(), params}, down{"down", bench.context(), params};
  PartialSums sums{"sums", bench.context(), up, down};
  program::Phase phase;
  std::array<engine::Board, 4> boards;
};

TEST_CASE("a sum begins with the last member and takes the hops plus half the tile each way",
          "[unit]") {
  Chain chain;
  for (std::size_t i = 0; i < 4; ++i)
    chain.bench.at(nanoseconds(50 * (4 - static_cast<std::int64_t>(i))),
                   [&chain, i] { chain.join(i); });
  const Time end = chain.bench.run();
  CHECK(end == nanoseconds(200) + 3 * chain.params.hop + kTile / 2 / chain.params.link_rate);
  for (std::size_t i = 0; i < 4; ++i) CHECK(chain.done(i) == 1);
  CHECK(chain.sums.bytes() == kTile * 3);
  CHECK(chain.up.link_bytes() == kTile / 2 * 3);
  CHECK(chain.down.link_bytes() == kTile / 2 * 3);
}

TEST_CASE("nobody's tile is done before all have come", "[unit]") {
  Chain chain;
  chain.bench.at(Time{0}, [&] {
    chain.join(0);
    chain.join(1);
    chain.join(3);
  });
  chain.bench.run();
  for (std::size_t i = 0; i < 4; ++i) CHECK(chain.done(i) == 0);
  CHECK(chain.sums.bytes() == Bytes(0));
}

TEST_CASE("tiles of one chain follow each other on its links", "[unit]") {
  Chain chain;
  chain.bench.at(Time{0}, [&] {
    for (std::size_t i = 0; i < 4; ++i) {
      for (int tile = 0; tile < 5; ++tile) chain.join(i);
    }
  });
  const Time end = chain.bench.run();
  CHECK(end == 3 * chain.params.hop + 5 * (kTile / 2 / chain.params.link_rate));
  CHECK(chain.done(0) == 5);
  CHECK(chain.sums.bytes() == 5 * 3 * kTile);
}

TEST_CASE("separate chains do not meet", "[unit]") {
  Chain chain({{{0, 1}}, {{2, 3}}});
  chain.bench.at(Time{0}, [&] {
    for (std::size_t i = 0; i < 4; ++i) chain.join(i);
  });
  CHECK(chain.bench.run() == chain.params.hop + kTile / 2 / chain.params.link_rate);
  CHECK(chain.sums.bytes() == 2 * kTile);
}

TEST_CASE("a core that shares its output with nobody has its sum at once", "[unit]") {
  Chain chain({{{1, 2}}});
  chain.bench.at(Time{0}, [&] {
    chain.join(0);
    CHECK(chain.done(0) == 1);
  });
  chain.bench.run();
  CHECK(chain.sums.bytes() == Bytes(0));
}

}  // namespace
}  // namespace spyre::sfp
