#include "models/chip/control.hpp"

#include <algorithm>

namespace spyre::chip {

Control::Control(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
                 const program::Program& program, const Card& card, OperationObserver& observer)
    : Unit(name, context), params_(params), program_(program), card_(card), observer_(observer) {
  process("serve", [this] { serve(); });
}

void Control::serve() {
  for (std::size_t l = 0; l < program_.launches.size(); ++l) {
    card_.host.queued().wait(*this, static_cast<std::int64_t>(l) + 1);
    set_busy("launch");
    run_launch(static_cast<int>(l));
    set_idle();
    card_.host.finished().advance();
  }
  done_ = true;
}

void Control::run_launch(int launch) {
  launch_ = launch;
  const program::Launch& l = program_.launches[static_cast<std::size_t>(launch)];
  for (core::Core* c : card_.cores) c->lx.hold_resident(Bytes(l.resident_bytes));
  observer_.launch_begins(launch);
  run_range(0, static_cast<int>(l.operations.size()), -1);
  observer_.launch_ends(launch);
}

void Control::run_range(int first, int last, int loop) {
  for (int o = first; o < last;) {
    const int inner = loop_starting_at(o, loop);
    if (inner < 0) {
      run_operation(o++);
      continue;
    }
    const program::Loop& l = program_.launches[static_cast<std::size_t>(launch_)].loops[static_cast<std::size_t>(inner)];
    trip_.push_back(0);
    for (; trip_.back() < l.trips; ++trip_.back()) run_range(l.first, l.last, inner);
    trip_.pop_back();
    o = l.last;
  }
}

int Control::loop_starting_at(int operation, int parent) const {
  const auto& loops = program_.launches[static_cast<std::size_t>(launch_)].loops;
  const auto starts = [&](const program::Loop& l) { return l.parent == parent && l.first == operation && l.last > l.first; };
  const auto found = std::find_if(loops.begin(), loops.end(), starts);
  return found == loops.end() ? -1 : static_cast<int>(found - loops.begin());
}

void Control::run_operation(int index) {
  const program::Launch& launch = program_.launches[static_cast<std::size_t>(launch_)];
  const program::Operation& operation = launch.operations[static_cast<std::size_t>(index)];
  doing_ = operation.label;
  context().operation = static_cast<int>(executed_);
  const Time start = kernel::now();
  if (context().sink() != nullptr) context().sink()->begin(context().operation, operation.label);
  observer_.operation_begins(launch_, index);
  configure(operation, starts_round(launch, index));
  for (std::size_t i = 0; i < operation.cores.size(); ++i) {
    card_.cores[static_cast<std::size_t>(operation.cores[i])]->sequencer.begin(operation, static_cast<int>(i), trip_);
  }
  set_up(operation, index);
  for (const program::Phase& phase : operation.phases) run_phase(operation, phase);
  for (const int c : operation.cores) card_.cores[static_cast<std::size_t>(c)]->sequencer.end();
  observer_.operation_ends(launch_, index);
  if (context().sink() != nullptr) context().sink()->operation(static_cast<int>(executed_), operation.label, start, kernel::now() - start);
  ++executed_;
}

void Control::set_up(const program::Operation& operation, int index) {
  if (params_.schedule.overlap_operations && index > 0) return;
  const bool matmul = operation.kind == program::OperationKind::Matmul;
  kernel::pause(matmul ? params_.schedule.matmul_start : params_.schedule.operation_start);
}

void Control::run_phase(const program::Operation& operation, const program::Phase& phase) {
  card_.multicast.open(phase);
  card_.partial_sums.open(phase);
  std::vector<std::int64_t> targets;
  for (const int c : operation.cores) {
    core::Core& core = *card_.cores[static_cast<std::size_t>(c)];
    core.lx.book_staging(Bytes(phase.staging_bytes));
    targets.push_back(core.sequencer.completed().value() + 1);
    core.sequencer.start(phase);
  }
  for (std::size_t i = 0; i < operation.cores.size(); ++i) {
    core::Core& core = *card_.cores[static_cast<std::size_t>(operation.cores[i])];
    core.sequencer.completed().wait(*this, targets[i]);
    core.lx.book_staging(Bytes(0));
  }
}

// On the card every round is a launch.
bool Control::starts_round(const program::Launch& launch, int index) const {
  const bool first_trip = std::all_of(trip_.begin(), trip_.end(), [](std::int64_t t) { return t == 0; });
  return first_trip && static_cast<std::size_t>(index) % launch.round_size() == 0;
}

void Control::configure(const program::Operation& operation, bool starts_round) {
  const std::int64_t lookahead = params_.dram.queue_lookahead;
  // A launch starts the cores in step; the barriers between its operations do not bring them back to it.
  const std::int64_t in_step = starts_round ? params_.dram.in_step_bursts * static_cast<std::int64_t>(operation.cores.size()) : 0;
  card_.memory.set_discipline({operation.in_step_block, lookahead, true}, in_step, {operation.direction_block, lookahead, false});
  card_.hmi.set_write_rate(operation.write_rate.count() > 0 ? operation.write_rate : params_.hmi.write_rate);
}

}  // namespace spyre::chip
