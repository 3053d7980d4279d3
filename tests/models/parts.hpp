// The memory side of the card as the chip composes it, for unit tests.
#pragma once

#include "models/dram/hmi.hpp"
#include "models/dram/memory.hpp"
#include "models/ring/ring.hpp"
#include "tests/models/bench.hpp"
#include "tests/models/card.hpp"
#include "tests/models/print.hpp"

namespace spyre::test {

inline ring::RingParams data_ring(const params::ChipParams& p) {
  return {static_cast<int>(p.ring.nodes), p.ring.link_width * p.chip.ring_clock,
          p.ring.hop / p.chip.ring_clock};
}

struct MemorySide {
  explicit MemorySide(const params::ChipParams& params) : card(params) {}

  params::ChipParams card;
  Bench bench;
  ring::Ring ring{"ring", bench.context(), data_ring(card)};
  dram::Memory memory{"memory", bench.context(), card.dram};
  dram::Hmi hmi{"hmi", bench.context(), card, memory, ring};
};

}  // namespace spyre::test
