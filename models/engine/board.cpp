#include "models/engine/board.hpp"

namespace spyre::engine {

void Board::open(const program::Phase& phase, const std::vector<const kernel::Unit*>& holders) {
  steps_.clear();
  steps_.resize(phase.steps.size());
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    steps_[s].issued = kernel::EventCount(holders[s], "issued", static_cast<int>(s));
    steps_[s].done = kernel::EventCount(holders[s], "done", static_cast<int>(s));
    steps_[s].total = phase.instances(phase.steps[s]);
  }
}

kernel::EventCount& Board::count(program::StepId step, program::After after) {
  StepState& state = steps_[static_cast<std::size_t>(step)];
  return after == program::After::Issue ? state.issued : state.done;
}

std::int64_t Board::begin(program::StepId step) {
  StepState& state = steps_[static_cast<std::size_t>(step)];
  state.open.emplace_back();
  return state.first + std::ssize(state.open) - 1;
}

Board::Instance& Board::at(program::StepId step, std::int64_t ordinal) {
  StepState& state = steps_[static_cast<std::size_t>(step)];
  return state.open[static_cast<std::size_t>(ordinal - state.first)];
}

void Board::part_done(program::StepId step, std::int64_t ordinal) {
  --at(step, ordinal).parts;
  settle(step);
}

void Board::issued(program::StepId step, std::int64_t ordinal) {
  at(step, ordinal).issued = true;
  steps_[static_cast<std::size_t>(step)].issued.advance();
  settle(step);
}

void Board::settle(program::StepId step) {
  StepState& state = steps_[static_cast<std::size_t>(step)];
  std::int64_t finished = 0;
  while (!state.open.empty() && state.open.front().issued && state.open.front().parts == 0) {
    state.open.pop_front();
    ++state.first;
    ++finished;
  }
  if (finished > 0) state.done.advance(finished);
}

bool Board::complete() const {
  for (const StepState& state : steps_) {
    if (state.done.value() != state.total) return false;
  }
  return true;
}

}  // namespace spyre::engine
