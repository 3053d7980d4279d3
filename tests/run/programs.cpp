#include "tests/run/programs.hpp"

#include <algorithm>

namespace spyre::test {
namespace {

using program::Engine;
using program::Step;
using program::WorkKind;

Step stream(WorkKind kind, Engine engine, std::vector<std::int64_t> base, std::int64_t bytes,
            const std::vector<std::int64_t>& strides) {
  Step step;
  step.kind = kind;
  step.engine = engine;
  step.depth = static_cast<int>(strides.size());
  step.memory.base = std::move(base);
  step.memory.runs.length = bytes;
  step.memory.tensor = kind == WorkKind::Load ? 0 : 1;
  std::copy(strides.begin(), strides.end(), step.memory.stride.begin());
  return step;
}

}  // namespace

Step load_step(std::vector<std::int64_t> base, std::int64_t bytes,
               const std::vector<std::int64_t>& strides) {
  return stream(WorkKind::Load, Engine::Load, std::move(base), bytes, strides);
}

Step store_step(std::vector<std::int64_t> base, std::int64_t bytes,
                const std::vector<std::int64_t>& strides) {
  Step step = stream(WorkKind::Store, Engine::Store, std::move(base), bytes, strides);
  step.at_last = true;
  return step;
}

Step vector_step(std::int64_t elements, int depth) {
  Step step;
  step.kind = WorkKind::Vector;
  step.engine = Engine::Sfp;
  step.depth = depth;
  step.vector.kind = program::VectorKind::Add;
  step.vector.elements = elements;
  return step;
}

Step multiply_step(std::int64_t m, std::int64_t n, std::int64_t k, int depth) {
  Step step;
  step.kind = WorkKind::Matmul;
  step.engine = Engine::Pt;
  step.depth = depth;
  step.matmul.m = m;
  step.matmul.n = n;
  step.matmul.k = k;
  return step;
}

void wait_for(Step& step, program::StepId other, std::int64_t ahead) {
  step.after.push_back({other, program::After::Done, ahead});
}

program::Operation operation(const std::string& label, int cores,
                             std::vector<program::Phase> phases) {
  program::Operation op;
  op.label = label;
  for (int c = 0; c < cores; ++c) op.cores.push_back(c);
  op.phases = std::move(phases);
  for (const program::Phase& phase : op.phases) {
    for (const Step& step : phase.steps) {
      op.macs += phase.totals(step).macs * cores;
      if (step.engine == Engine::Pt) op.compute = Engine::Pt;
    }
  }
  return op;
}

program::Program program_of(std::vector<program::Operation> operations) {
  program::Program program;
  for (const program::Operation& op : operations) {
    program.cores =
        std::max(program.cores, *std::max_element(op.cores.begin(), op.cores.end()) + 1);
  }
  program.launches.emplace_back();
  program.launches.front().operations = std::move(operations);
  return program;
}

std::vector<std::int64_t> shares(int cores, std::int64_t first) {
  std::vector<std::int64_t> base;
  for (int c = 0; c < cores; ++c) base.push_back(first + c * kApart);
  return base;
}

program::Operation read_only(int cores, std::int64_t bursts) {
  Step load = load_step(shares(cores), kBurst, {kBurst});
  Step use = vector_step(64, 1);
  wait_for(load, 1, -8);
  wait_for(use, 0);
  return operation("read", cores, {{{bursts}, {load, use}, 8 * kBurst}});
}

program::Operation write_only(int cores, std::int64_t bursts) {
  Step make = vector_step(64, 1);
  Step store = store_step(shares(cores), kBurst, {kBurst});
  wait_for(make, 1, -8);
  wait_for(store, 0);
  return operation("write", cores, {{{bursts}, {make, store}, 8 * kBurst}});
}

program::Operation copy(int cores, std::int64_t bursts) {
  Step load = load_step(shares(cores), kBurst, {kBurst});
  Step move = vector_step(64, 1);
  Step store = store_step(shares(cores, kApart / 2), kBurst, {kBurst});
  wait_for(load, 1, -8);
  wait_for(move, 0);
  wait_for(move, 2, -8);
  wait_for(store, 1);
  return operation("copy", cores, {{{bursts}, {load, move, store}, 16 * kBurst}});
}

program::Operation move(int cores, int from, int to, std::int64_t bytes, std::int64_t runs) {
  Step step;
  step.kind = WorkKind::RingLoad;
  step.engine = Engine::Load;
  step.ring.per_core.resize(static_cast<std::size_t>(cores));
  step.ring.per_core[static_cast<std::size_t>(to)] = {{from, bytes, runs}};
  return operation("move", cores, {{{}, {step}, 0}});
}

}  // namespace spyre::test
