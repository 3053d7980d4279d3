#include "models/program/program.hpp"

namespace spyre::program {

std::int64_t Phase::instances(const Step& step) const {
  std::int64_t n = 1;
  for (int l = 0; l < step.depth; ++l) {
    if ((step.first_only >> l & 1U) == 0) n *= loops[static_cast<std::size_t>(l)];
  }
  return n;
}

std::int64_t Phase::tail_instances(const Step& step, int tail_loop) const {
  if (tail_loop < 0 || tail_loop >= step.depth) return 0;
  return instances(step) / loops[static_cast<std::size_t>(tail_loop)];
}

StepTotals Phase::totals(const Step& step) const {
  const std::int64_t all = instances(step);
  StepTotals t;
  if (step.kind == WorkKind::Load || step.kind == WorkKind::Store) {
    const std::int64_t tails = tail_instances(step, step.memory.tail_loop);
    t.memory_bytes = (all - tails) * step.memory.runs.bytes() + tails * step.memory.tail.bytes();
  }
  if (step.kind == WorkKind::Matmul) {
    const std::int64_t tails = tail_instances(step, step.matmul.tail_loop);
    t.macs = step.matmul.m * step.matmul.n * ((all - tails) * step.matmul.k + tails * step.matmul.tail_k);
  }
  return t;
}

std::size_t Launch::round_size() const {
  const bool later_rounds_apart = !operations.empty() && operations.front().rounds > 0;
  return operations.size() / (later_rounds_apart ? 2 : 1);
}

}  // namespace spyre::program
