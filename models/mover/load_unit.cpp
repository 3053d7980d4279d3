#include "models/mover/load_unit.hpp"

#include <algorithm>

namespace spyre::mover {

std::int64_t start_address(const program::MemoryWork& work, int core_index, const std::vector<std::int64_t>& trip,
                           const engine::Position& at, int depth) {
  std::int64_t address = work.base[static_cast<std::size_t>(core_index)];
  for (std::size_t l = 0; l < static_cast<std::size_t>(depth); ++l) address += at[l] * work.stride[l];
  for (std::size_t t = 0; t < work.trip_stride.size(); ++t) address += trip[t] * work.trip_stride[t];
  return address;
}

LoadUnit::LoadUnit(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
                   program::Engine kind, engine::Work& work, int core, Ports ports)
    : Engine(name, context, kind, work),
      params_(params),
      core_(core),
      ports_(ports),
      returned_(this, "burst returned") {}

void LoadUnit::execute(program::StepId id, std::int64_t ordinal, const engine::Position& at) {
  if (step(id).kind == program::WorkKind::RingLoad) {
    load_ring(id, ordinal);
  } else {
    load_memory(id, ordinal, at);
  }
}

void LoadUnit::load_memory(program::StepId id, std::int64_t ordinal, const engine::Position& at) {
  const program::MemoryWork& work = step(id).memory;
  const bool grouped = ports_.multicast.grouped(id, work_.core_index);
  const auto slots = [&](const BurstPiece& piece) {
    const bool sticks = piece.parts.size() > 1 || piece.bytes <= params_.chip.stick.count();  // as many as unicast ones
    const std::int64_t all = grouped && !sticks ? params_.mover.group_slots : params_.mover.load_slots;
    return work.in_flight > 0 ? std::min(work.in_flight, all) : all;
  };
  const std::int64_t burst = params_.mover.burst_sticks * params_.chip.stick.count();
  const std::int64_t start = start_address(work, work_.core_index, work_.trip, at, step(id).depth);
  for_each_burst(work, in_tail(work.tail_loop, at), start, burst, [&](const BurstPiece& piece) {
    take_slot(slots(piece));
    issue(params_.mover.issue_interval);
    const dram::Hmi::Receiver self{core_, this, open(id, ordinal, piece.bytes)};
    if (grouped) {
      ports_.multicast.join(id, work_.core_index, extent_of(piece), self);
    } else {
      unicast_bytes_ += piece.bytes;
      ports_.hmi.read(extent_of(piece), self);
    }
  });
}

// Another core's data comes run by run, each with a descriptor of its own, through the same intake.
void LoadUnit::load_ring(program::StepId id, std::int64_t ordinal) {
  const auto& transfers = step(id).ring.per_core[static_cast<std::size_t>(work_.core_index)];
  const std::int64_t burst = params_.mover.burst_sticks * params_.chip.stick.count();
  for (const program::RingTransfer& t : transfers) {
    const int from = work_.operation->cores[static_cast<std::size_t>(t.source)];
    const std::int64_t run = std::max<std::int64_t>(1, t.bytes / std::max<std::int64_t>(1, t.runs));
    for (std::int64_t left = t.bytes; left > 0;) {
      std::int64_t in_run = std::min(run, left);
      left -= in_run;
      issue(params_.mover.move_setup);
      for (; in_run > 0; in_run -= burst) {
        take_slot(params_.mover.load_slots);
        carry_piece({id, ordinal, std::min(burst, in_run), false}, from, core_);
      }
    }
  }
}

void LoadUnit::carry_piece(const Slot& piece, int from, int to) {
  const std::uint64_t tag = open(piece.step, piece.ordinal, piece.bytes);
  enter_lx(tag, ports_.ring.carry(from, to, Bytes(piece.bytes), kernel::now()));
}

void LoadUnit::take_slot(std::int64_t slots) {
  if (outstanding() < slots) return;
  set_stalled(observe::Stall::Memory);
  returned_.wait(*this, asked_ - slots + 1);
}

void LoadUnit::issue(Time interval) {
  set_busy("load");
  kernel::pause_until(next_issue_);
  next_issue_ = kernel::now() + interval;
}

std::uint64_t LoadUnit::open(program::StepId id, std::int64_t ordinal, std::int64_t bytes) {
  ++asked_;
  bytes_asked_ += bytes;
  work_.board.part_begun(id, ordinal);
  return slots_.add({id, ordinal, bytes, false});
}

// Data at the core's ring stop: it enters at the intake rate, then the response path passes.
void LoadUnit::transfer_done(std::uint64_t tag, Time when) {
  const Bytes bytes(slots_[tag].bytes);
  enter_lx(tag, ports_.intake.take(bytes, when) + params_.dram.latency / 2);
}

// Books the LX port only when the data is there: what the vector unit does meanwhile must not wait for it.
void LoadUnit::enter_lx(std::uint64_t tag, Time when) {
  context().agenda().at(when + ports_.lx.duration(Bytes(slots_[tag].bytes)), number(), *this, tag);
}

void LoadUnit::on_event(std::uint64_t tag) {
  Slot& waiting = slots_[tag];
  if (!waiting.in_lx) {
    waiting.in_lx = true;
    const Bytes bytes(waiting.bytes);
    const Time end = ports_.lx.pass(bytes, kernel::now() - ports_.lx.duration(bytes));
    if (end > kernel::now()) {
      context().agenda().at(end, number(), *this, tag);
      return;
    }
  }
  const Slot slot = slots_.take(tag);
  bytes_served_ += slot.bytes;
  returned_.advance();
  work_.board.part_done(slot.step, slot.ordinal);
}

std::vector<observe::Counter> LoadUnit::counters() const {
  return {{"bursts", asked_}, {"bytes", bytes_served_}};
}

}  // namespace spyre::mover
