#include "models/sfp/sfp_timing.hpp"

#include <algorithm>

namespace spyre::sfp {

MilliElementsPerCycle rate(const params::Sfp& sfp, program::VectorKind kind) {
  switch (kind) {
    case program::VectorKind::Reduce: return sfp.reduce;
    case program::VectorKind::Add: return sfp.add;
    case program::VectorKind::LaneBroadcast: return sfp.lane_broadcast;
    case program::VectorKind::RowBroadcast: return sfp.row_broadcast;
    case program::VectorKind::Map: return sfp.map;
    case program::VectorKind::Negate: return sfp.negate;
    case program::VectorKind::Move: return sfp.move;
  }
  return sfp.move;
}

Time chunk_time(const params::ChipParams& params, const program::VectorWork& work, std::int64_t elements) {
  const Cycles cycles(mul_div_up(elements, 1000, rate(params.sfp, work.kind).count()));
  Time time = cycles / params.chip.core_clock;
  if (work.fp32) time = scaled(time, params.sfp.fp32_slowdown);
  return std::max(time, params.sfp.minimum_chunk) + work.extra;
}

}  // namespace spyre::sfp
