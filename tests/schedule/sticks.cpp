#include "tests/schedule/sticks.hpp"

#include <algorithm>

#include "models/engine/position.hpp"
#include "models/mover/bursts.hpp"

namespace spyre::test {
namespace {

bool in_tail(const program::Phase& phase, const program::MemoryWork& work,
             const engine::Position& at) {
  if (work.tail_loop < 0) return false;
  const auto loop = static_cast<std::size_t>(work.tail_loop);
  return at[loop] == phase.loops[loop] - 1;
}

void visit_runs(const program::Runs& runs, std::int64_t start, Visits& visited) {
  mover::for_each_run(runs, start, [&](std::int64_t run) {
    for (std::int64_t at = 0; at < runs.length; at += plan::kStickBytes)
      visited.push_back(run + at);
  });
}

void visit_step(const program::Phase& phase, const program::Step& step, std::size_t core,
                Visits& visited) {
  engine::Position at{};
  do {
    if (!engine::due(phase, step, at, step.depth)) continue;
    std::int64_t start = step.memory.base[core];
    for (std::size_t l = 0; l < static_cast<std::size_t>(step.depth); ++l)
      start += at[l] * step.memory.stride[l];
    visit_runs(in_tail(phase, step.memory, at) ? step.memory.tail : step.memory.runs, start,
               visited);
  } while (engine::advance(phase, at, step.depth));
}

}  // namespace

Visits visits(const program::Operation& operation, plan::TensorId id, std::size_t core) {
  Visits visited;
  for (const program::Phase& phase : operation.phases) {
    for (const program::Step& step : phase.steps) {
      const bool memory =
          step.kind == program::WorkKind::Load || step.kind == program::WorkKind::Store;
      if (memory && step.memory.tensor == id) visit_step(phase, step, core, visited);
    }
  }
  std::sort(visited.begin(), visited.end());
  return visited;
}

Visits share(const plan::Tensor& tensor, std::size_t core, std::int64_t times) {
  Visits all(static_cast<std::size_t>(times), tensor.start[core]);
  for (const plan::LayoutLevel& level : tensor.layout) {
    const Visits inner = all;
    for (std::int64_t i = 1; i < level.core_units; ++i) {
      for (const std::int64_t address : inner) all.push_back(address + i * level.stride);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace spyre::test
