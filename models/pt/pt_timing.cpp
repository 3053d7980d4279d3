#include "models/pt/pt_timing.hpp"

#include <algorithm>

namespace spyre::pt {
namespace {

// Weight blocks follow each other without a gap when the register file holds two; else every block's load shows.
Cycles exposed_block_loads(const params::Pt& pt, const program::MatmulWork& work, std::int64_t k) {
  if (pt.weight_registers >= pt.weight_block * 2) return Cycles(0);
  const std::int64_t blocks = div_up(work.n, 64) * div_up(k, 64);
  return pt.block_load * blocks;
}

}  // namespace

std::int64_t occupied_rows(const params::Pt& pt, std::int64_t m, program::CoreletSplit split) {
  const bool halved = split == program::CoreletSplit::M;
  const std::int64_t rows = halved ? div_up(m, pt.corelets) : m;
  const std::int64_t whole = round_up(rows, pt.rows_per_pass);
  return halved ? whole * pt.corelets : whole;
}

Time step_time(const params::ChipParams& params, const program::MatmulWork& work, std::int64_t k) {
  const params::Pt& pt = params.pt;
  const std::int64_t working = work.split == program::CoreletSplit::None ? 1 : pt.corelets;
  const std::int64_t rate = std::max<std::int64_t>(1, pt.macs_per_cycle * working / pt.corelets * work.speedup);
  const std::int64_t macs = occupied_rows(pt, work.m, work.split) * work.n * k;
  const Time ideal = (Cycles(div_up(macs, rate)) + exposed_block_loads(pt, work, k)) / params.chip.core_clock;
  const Permille overhead = work.split == program::CoreletSplit::N ? pt.overhead_split_n : pt.overhead_split_m;
  const Time step = scaled(ideal, overhead);
  return work.k_split ? scaled(step, pt.k_split_slowdown) : step;
}

}  // namespace spyre::pt
