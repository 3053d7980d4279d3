#include "models/sequencer/sequencer.hpp"

#include <algorithm>

namespace spyre::sequencer {

Sequencer::Sequencer(const sc_core::sc_module_name& name, kernel::Context& context, engine::Work& work,
                     const Engines& engines)
    : Unit(name, context), work_(work), engines_(engines), started_(nullptr, "phase to open"), completed_(this, "phase completed") {
  process("serve", [this] { serve(); });
}

engine::Engine& Sequencer::compute() { return *engines_[static_cast<std::size_t>(work_.operation->compute)]; }

void Sequencer::begin(const program::Operation& operation, int core_index, const std::vector<std::int64_t>& trip) {
  work_.operation = &operation;
  work_.core_index = core_index;
  work_.trip = trip;
  compute().set_stalled(observe::Stall::Launch);
}

void Sequencer::start(const program::Phase& phase) {
  work_.phase = &phase;
  started_.advance();
}

void Sequencer::end() { compute().set_idle(); }

void Sequencer::serve() {
  for (;;) {
    started_.wait(*this, ++served_);
    set_busy("phase");
    run_phase();
    set_idle();
    completed_.advance();
  }
}

void Sequencer::run_phase() {
  const program::Phase& phase = *work_.phase;
  holders_.clear();
  std::array<bool, program::kEngines> active{};
  for (const program::Step& s : phase.steps) {
    holders_.push_back(engines_[static_cast<std::size_t>(s.engine)]);
    active[static_cast<std::size_t>(s.engine)] = true;
  }
  work_.board.open(phase, holders_);
  const bool move = std::any_of(phase.steps.begin(), phase.steps.end(), [](const program::Step& s) { return s.kind == program::WorkKind::RingLoad; });
  if (!computes(phase)) compute().set_stalled(move ? observe::Stall::Ring : observe::Stall::Memory);
  for (std::size_t e = 0; e < engines_.size(); ++e) {
    if (active[e]) engines_[e]->start();
  }
  for (std::size_t e = 0; e < engines_.size(); ++e) {
    if (active[e]) engines_[e]->finished().wait(*this, ++phases_run_[e]);
  }
  for (std::size_t s = 0; s < phase.steps.size(); ++s) {
    work_.board.count(static_cast<program::StepId>(s), program::After::Done).wait(*this, phase.instances(phase.steps[s]));
  }
  compute().set_stalled(observe::Stall::Dependence);
}

bool Sequencer::computes(const program::Phase& phase) const {
  return std::any_of(phase.steps.begin(), phase.steps.end(), [this](const program::Step& s) { return s.engine == work_.operation->compute; });
}

}  // namespace spyre::sequencer
