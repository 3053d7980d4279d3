#include "models/mover/store_unit.hpp"

#include <algorithm>

namespace spyre::mover {

StoreUnit::StoreUnit(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
                     engine::Work& work, int core, dram::Hmi& hmi, lx::Lx& lx)
    : Engine(name, context, program::Engine::Store, work),
      params_(params),
      core_(core),
      hmi_(hmi),
      lx_(lx),
      acknowledged_(this, "store acknowledged") {}

void StoreUnit::execute(program::StepId id, std::int64_t ordinal, const engine::Position& at) {
  const program::MemoryWork& work = step(id).memory;
  if (!writes(work)) return;
  const std::int64_t burst = params_.mover.burst_sticks * params_.chip.stick.count();
  const std::int64_t start = start_address(work, work_.core_index, work_.trip, at, step(id).depth);
  bool descriptor_due = true;
  for_each_burst(work, in_tail(work.tail_loop, at), start, burst, [&](const BurstPiece& piece) {
    const bool may_break = piece.first_of_run && (descriptor_due || work.descriptor_per_run);
    if (may_break && piece.address != continues_at_) wait_below(params_.mover.store_descriptors);
    descriptor_due = false;
    store(id, ordinal, piece);
  });
}

bool StoreUnit::writes(const program::MemoryWork& work) const {
  for (const program::Group& g : work.groups) {
    if (g.members.back() == work_.core_index) return true;
    if (std::find(g.members.begin(), g.members.end(), work_.core_index) != g.members.end()) return false;
  }
  return true;
}

void StoreUnit::store(program::StepId id, std::int64_t ordinal, const BurstPiece& piece) {
  wait_below(params_.mover.store_slots);
  set_busy("store");
  kernel::pause_until(next_issue_);
  next_issue_ = kernel::now() + params_.mover.issue_interval;
  continues_at_ = piece.address + piece.bytes;
  lx_.pass(Bytes(piece.bytes), kernel::now());
  hmi_.write(extent_of(piece), step(id).memory.scatter_width, {core_, this, open(id, ordinal, piece.bytes)});
}

void StoreUnit::wait_below(std::int64_t limit) {
  if (outstanding() < limit) return;
  set_stalled(observe::Stall::Memory);
  acknowledged_.wait(*this, asked_ - limit + 1);
}

std::uint64_t StoreUnit::open(program::StepId id, std::int64_t ordinal, std::int64_t bytes) {
  ++asked_;
  bytes_asked_ += bytes;
  work_.board.part_begun(id, ordinal);
  return slots_.add({id, ordinal, bytes});
}

void StoreUnit::transfer_done(std::uint64_t tag, Time when) { context().agenda().at(when, number(), *this, tag); }

void StoreUnit::on_event(std::uint64_t tag) {
  const Slot slot = slots_.take(tag);
  bytes_served_ += slot.bytes;
  acknowledged_.advance();
  work_.board.part_done(slot.step, slot.ordinal);
}

std::vector<observe::Counter> StoreUnit::counters() const {
  return {{"bursts", asked_}, {"bytes", bytes_served_}};
}

}  // namespace spyre::mover
