// The describe table of the chip, its rings, the scratchpads and the load and store units.
#include "models/params/describe_slots.hpp"

namespace spyre::params {
namespace {

void chip(Table& t, Chip& p) {
  t.push_back({"chip.cores", count(p.cores, 1, 1024), Status::Published, "active cores", "[docs]"});
  t.push_back({"chip.core_clock", clock(p.core_clock), Status::Published,
               "clock of PT, SFP, LX and the partial-sum rings",
               "[rings] chip configuration; the profiler's PT utilisation in [perf] agrees to "
               "four digits; 1.5 GHz in [theory] contradicts"});
  t.push_back({"chip.ring_clock", clock(p.ring_clock), Status::Published,
               "clock of the data ring and the memory interface", "[rings] chip configuration"});
  t.push_back({"chip.stick", size(p.stick, 2, 4 * kKiB), Status::Published,
               "unit of every transfer and layout", "[docs]"});
}

void rings(Table& t, Ring& data, PartialSumRing& sums) {
  t.push_back({"ring.nodes", count(data.nodes, 2, 1025), Status::Published,
               "nodes of the data ring: every core and the memory interface", "[rings] [docs]"});
  t.push_back({"ring.link_width", per_cycle(data.link_width), Status::Published,
               "data ring link, per ring clock cycle and direction", "[rings] [docs]"});
  t.push_back({"ring.hop", cycles(data.hop, 1000), Status::Assumed, "latency of one data ring link",
               "no source; range considered: 1 to 4 cycles"});
  t.push_back({"partial_sum_ring.rings", count(sums.rings, 1, 16), Status::Published,
               "partial-sum rings, neighbours in opposite directions", "[rings]"});
  t.push_back({"partial_sum_ring.link_width", per_cycle(sums.link_width), Status::Published,
               "partial-sum ring link, per core clock cycle", "[rings]"});
  t.push_back({"partial_sum_ring.hop", cycles(sums.hop, 1000), Status::Assumed,
               "latency of one partial-sum ring link",
               "no source; range considered: 1 to 4 cycles"});
  t.push_back({"partial_sum_ring.element", size(sums.element, 1, 8), Status::Published,
               "width of a partial sum", "[matmul] 4 B per element in LX"});
}

void lx(Table& t, Lx& p) {
  t.push_back({"lx.capacity", size(p.capacity, kKiB, kGiB), Status::Published,
               "scratchpad of one core, shared by its corelets", "[docs]"});
  t.push_back({"lx.reserved", size(p.reserved, 0, kGiB), Status::Published,
               "part of the scratchpad kept for program and debug", "[lx]"});
  t.push_back({"lx.backend_share", factor(p.backend_share, 0, 1000), Status::Published,
               "share of the rest that the backend uses to stage operands (DXP_LX_FRAC_AVAIL)",
               "[lx] default 0.2"});
  t.push_back({"lx.port_width", per_cycle(p.port_width), Status::Measured,
               "scratchpad bytes per core clock cycle and core",
               "[cost] strided walk at 547 GB/s per core; one 128 B port in [rings] contradicts"});
}

void mover(Table& t, Mover& p) {
  t.push_back({"mover.load_slots", count(p.load_slots, 1, 1024), Status::Published,
               "unicast load bursts in flight per core", "[isa]"});
  t.push_back({"mover.group_slots", count(p.group_slots, 1, 1024), Status::Fitted,
               "multicast load bursts in flight per core; those of single or gathered sticks keep to load_slots",
               "[sweep] matmuls that share operands: 4 and 5 are worse; range considered: 2 to 16"});
  t.push_back({"mover.store_slots", count(p.store_slots, 1, 1024), Status::Assumed,
               "store bursts in flight per core", "no source; range considered: 4 to 16"});
  t.push_back({"mover.store_descriptors", count(p.store_descriptors, 1, 1024), Status::Fitted,
               "stores in flight that do not continue one another",
               "[sweep] 0.28 us per run of broadcasts and copies"});
  t.push_back({"mover.burst_sticks", count(p.burst_sticks, 1, 4096), Status::Published,
               "sticks of a full burst", "[theory] listings with 32-stick loops; [docs]"});
  t.push_back({"mover.issue_interval", duration(p.issue_interval), Status::Assumed,
               "time between two full bursts of one core",
               "coarse grid on [sweep]: cores take turns through a stick column"});
  t.push_back({"mover.intake", rate(p.intake), Status::Fitted, "data ring into one core",
               "[sweep] [granite] matmuls: 43 to 52 GB/s"});
  t.push_back({"mover.move_setup", duration(p.move_setup), Status::Assumed,
               "set-up of one contiguous run of a scratchpad-to-scratchpad move",
               "taken equal to mover.issue_interval; short runs are known to be dominated by it"});
}

}  // namespace

void describe_card(Table& table, ChipParams& p) {
  chip(table, p.chip);
  rings(table, p.ring, p.partial_sum_ring);
  lx(table, p.lx);
  mover(table, p.mover);
}

}  // namespace spyre::params
