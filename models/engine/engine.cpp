#include "models/engine/engine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace spyre::engine {

Engine::Engine(const sc_core::sc_module_name& name, kernel::Context& context, program::Engine kind, Work& work)
    : Unit(name, context), work_(work), kind_(kind), started_(nullptr, "phase to run"), finished_(this, "phase finished") {
  process("serve", [this] { serve(); });
}

void Engine::serve() {
  for (;;) {
    started_.wait(*this, ++served_);
    run_phase();
    current_ = -1;
    if (kind_ == work_.operation->compute) {
      set_stalled(observe::Stall::Drain);
    } else {
      set_idle();
    }
    finished_.advance();
  }
}

void Engine::run_phase() {
  const program::Phase& phase = *work_.phase;
  std::vector<program::StepId> mine;
  int walked = 0;
  for (std::size_t s = 0; s < phase.steps.size(); ++s) {
    if (phase.steps[s].engine != kind_) continue;
    mine.push_back(static_cast<program::StepId>(s));
    walked = std::max(walked, phase.steps[s].depth);
  }
  if (mine.empty()) return;
  Position at{};
  do {
    for (const program::StepId s : mine) {
      if (due(phase, step(s), at, walked)) run_step(s, at);
    }
  } while (advance(phase, at, walked));
}

void Engine::run_step(program::StepId id, const Position& at) {
  current_ = id;
  const program::Step& mine = step(id);
  for (const program::Dependence& d : mine.after) {
    kernel::EventCount& count = work_.board.count(d.step, d.after);
    const std::int64_t target = needed(*work_.phase, mine, at, d);
    if (count.value() >= target) continue;
    set_stalled(reason_for(step(d.step)));
    count.wait(*this, target);
    if (context().sink() != nullptr) {
      context().sink()->flow({static_cast<int>(count.holder()->number()), static_cast<int>(number()), kernel::now(), kernel::now()});
    }
  }
  const std::int64_t ordinal = work_.board.begin(id);
  execute(id, ordinal, at);
  work_.board.issued(id, ordinal);
}

observe::Stall Engine::reason_for(const program::Step& awaited) const {
  switch (awaited.kind) {
    case program::WorkKind::Load: return observe::Stall::Memory;
    case program::WorkKind::RingLoad: return observe::Stall::Ring;
    case program::WorkKind::Store: return observe::Stall::Space;
    case program::WorkKind::PartialSum: return observe::Stall::PartialSum;
    case program::WorkKind::Matmul:
    case program::WorkKind::Vector: break;
  }
  const bool mover = kind_ == program::Engine::Load || kind_ == program::Engine::GroupLoad;  // loads wait for a free buffer, others for a value
  return mover ? observe::Stall::Space : observe::Stall::Dependence;
}

std::string Engine::describe(program::StepId id) const {
  static constexpr const char* kNames[] = {"load", "store", "ring load", "matmul", "vector", "partial sum"};
  const program::Step& s = step(id);
  const int tensor = s.kind == program::WorkKind::RingLoad ? s.ring.tensor : s.memory.tensor;
  const std::string name = kNames[static_cast<std::size_t>(s.kind)];
  return tensor < 0 ? name : fmt::format("{} Tensor{}", name, tensor);
}

std::string Engine::doing() const {
  if (current_ < 0 || work_.phase == nullptr) return {};
  return fmt::format("{}: {}", work_.operation->label, describe(current_));
}

}  // namespace spyre::engine
