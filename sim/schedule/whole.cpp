// Operations whose inner order no measurement tells: convolutions, pooling, top-k, gathers. Every memory operand is read
// once, front to back of the core's share, the result written once, computation spread evenly between.
#include <algorithm>

#include "sim/schedule/classify.hpp"
#include "sim/schedule/policies.hpp"
#include "sim/schedule/streaming.hpp"

namespace spyre::schedule {
namespace {

std::int64_t sticks_of(const Operand& o, std::int64_t stick) { return std::max<std::int64_t>(1, div_up(o.tensor->core_bytes(), stick)); }

// Multiply-accumulates of one core for a convolution: outputs times window times input channels.
std::int64_t core_macs(const plan::Operation& operation) {
  std::int64_t n = 1;
  for (const plan::Dim& d : operation.dims) n *= d.per_core;
  return n;
}

// Output positions of a convolution fill whole passes of the array.
program::Step compute_step(const plan::Operation& operation, std::int64_t chunks, std::int64_t rows) {
  program::Step step;
  step.depth = 1;
  if (operation.unit == plan::ExecutionUnit::Pt) {
    step.kind = program::WorkKind::Matmul;
    step.engine = program::Engine::Pt;
    step.matmul = {rows, 1, div_up(core_macs(operation), chunks * rows), 0, -1, program::CoreletSplit::N, 1, false};
    return step;
  }
  step.kind = program::WorkKind::Vector;
  step.engine = program::Engine::Sfp;
  const bool windowed = operation.op == plan::OpCode::DepthwiseConv2d || operation.op == plan::OpCode::AvgPoolFwd;
  const std::int64_t elements = windowed ? core_macs(operation) : core_elements(operation);
  step.vector = {vector_kind(operation), div_up(elements, chunks), 0, -1, operation.format == plan::Format::IeeeFp32, Time{0}};
  return step;
}

program::Step memory_step(const Operand& o, const params::ChipParams& params, const plan::Operation& operation, std::int64_t chunks) {
  const std::int64_t stick = params.chip.stick.count();
  const std::int64_t sticks = sticks_of(o, stick);
  const std::int64_t used = std::min(chunks, sticks);
  const std::int64_t per_chunk = div_up(sticks, used);
  program::Step step;
  step.kind = o.output ? program::WorkKind::Store : program::WorkKind::Load;
  step.engine = o.output ? program::Engine::Store : program::Engine::Load;
  step.memory = stream(o, operation, params.schedule.multicast);
  step.memory.runs.length = per_chunk * stick;
  if (used < chunks) {  // less than a stick per chunk: all of it at once
    step.memory.runs.length = sticks * stick;
    step.depth = 0;
    step.at_last = o.output;
    return step;
  }
  step.depth = 1;
  step.memory.stride[0] = per_chunk * stick;
  step.memory.tail_loop = 0;
  step.memory.tail.length = std::max<std::int64_t>(0, sticks - (chunks - 1) * per_chunk) * stick;
  return step;
}

// Chunks of about one burst; a count that leaves no operand with an empty last chunk.
std::int64_t chunk_count(const std::vector<Operand>& list, const params::ChipParams& params) {
  const std::int64_t stick = params.chip.stick.count();
  std::int64_t chunks = 1;
  for (const Operand& o : list) chunks = std::max(chunks, div_up(sticks_of(o, stick), params.schedule.chunk_sticks));
  const auto overshoots = [&](const Operand& o) {
    const std::int64_t sticks = sticks_of(o, stick);
    return sticks >= chunks && (chunks - 1) * div_up(sticks, chunks) >= sticks;
  };
  while (chunks > 1 && std::any_of(list.begin(), list.end(), overshoots)) --chunks;
  return chunks;
}

}  // namespace

std::vector<program::Phase> whole(const plan::Operation& operation, const Surroundings& around) {
  const std::vector<Operand> list = operands(operation);
  const std::int64_t chunks = chunk_count(list, around.params);
  program::Phase phase;
  phase.loops = {chunks};
  for (const Operand& o : list) {
    if (o.in_memory() && !o.output) phase.steps.push_back(memory_step(o, around.params, operation, chunks));
  }
  const auto compute = static_cast<program::StepId>(phase.steps.size());
  phase.steps.push_back(compute_step(operation, chunks, around.params.pt.rows_per_pass));
  for (program::StepId l = 0; l < compute; ++l) {
    program::Step& load = phase.steps[static_cast<std::size_t>(l)];
    if (load.depth == 1) load.after.push_back({compute, program::After::Done, -around.params.schedule.load_buffers});
    phase.steps[static_cast<std::size_t>(compute)].after.push_back({l, program::After::Done, 0});
  }
  for (const Operand& o : list) {
    if (!o.in_memory() || !o.output) continue;
    phase.steps.push_back(memory_step(o, around.params, operation, chunks));
    phase.steps.back().after.push_back({compute, program::After::Done, 0});
  }
  for (const program::Step& s : phase.steps) phase.staging_bytes += s.memory.runs.length * around.params.schedule.load_buffers;
  phase.staging_bytes = std::min(phase.staging_bytes, around.scratch_free);
  return {phase};
}

}  // namespace spyre::schedule
