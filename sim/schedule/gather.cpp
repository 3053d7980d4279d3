// Gathers and scatters: the index tensor by sticks, the rows it names one by one, the dense side in chunks.
//
// Timing needs no values: the rows are taken evenly spread over the table, which gives every channel its share.
#include <algorithm>

#include "sim/schedule/classify.hpp"
#include "sim/schedule/policies.hpp"
#include "sim/schedule/streaming.hpp"

namespace spyre::schedule {
namespace {

struct Indirect {
  const Operand* value = nullptr;  // table (gather) or target (scatter)
  const Operand* dense = nullptr;
  const plan::Tensor* index = nullptr;
  std::int64_t entries = 1;        // per core
  std::int64_t page_sticks = 1;
};

bool indexes(const plan::Tensor& index, std::size_t dim) { return index.dims[dim].scale == 1; }

Indirect indirect_of(const plan::Operation& operation, const std::vector<Operand>& list) {
  Indirect g;
  for (const plan::Tensor& t : operation.tensors) {
    if (t.indirection == plan::Indirection::IndexTensor) g.index = &t;
  }
  for (const Operand& o : list) {
    if (o.tensor->indirection == plan::Indirection::ValueTensor) g.value = &o;
    if (o.tensor->indirection == plan::Indirection::None) g.dense = &o;
  }
  if (g.index == nullptr || g.value == nullptr || g.dense == nullptr) return g;
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    if (indexes(*g.index, d)) g.entries *= operation.dims[d].per_core;
  }
  for (const plan::LayoutLevel& level : g.value->tensor->layout) {
    if (!indexes(*g.index, static_cast<std::size_t>(level.dim))) g.page_sticks *= level.core_units;
  }
  return g;
}

program::Step row_step(const Operand& value, std::int64_t sticks, std::int64_t rows, const Surroundings& around) {
  program::Step step;
  step.kind = value.output ? program::WorkKind::Store : program::WorkKind::Load;
  step.engine = value.output ? program::Engine::Store : program::Engine::Load;
  step.depth = 1;
  step.at_last = value.output;
  const std::int64_t stick = around.params.chip.stick.count();
  step.memory.base = value.tensor->start;
  step.memory.trip_stride = value.tensor->loop_stride;
  step.memory.tensor = value.id;
  step.memory.descriptor_per_run = true;
  step.memory.runs.length = sticks * stick;
  const std::int64_t page = sticks * stick;
  const std::int64_t spread = std::max<std::int64_t>(1, value.tensor->allocated_bytes() / page / std::max<std::int64_t>(1, rows)) * page;
  step.memory.stride[0] = around.params.schedule.chunk_sticks * spread;
  step.memory.runs.levels[0] = {std::min(rows, around.params.schedule.chunk_sticks), spread};
  return step;
}

}  // namespace

std::vector<program::Phase> gather(const plan::Operation& operation, const Surroundings& around) {
  const std::vector<Operand> list = operands(operation);
  const Indirect g = indirect_of(operation, list);
  if (g.index == nullptr || g.value == nullptr || g.dense == nullptr) return whole(operation, around);
  const std::int64_t stick = around.params.chip.stick.count();
  const std::int64_t rows = std::min(g.entries, around.params.schedule.chunk_sticks);
  program::Phase phase;
  phase.loops = {div_up(g.entries, rows)};
  program::Step index;
  index.kind = program::WorkKind::Load;
  index.engine = program::Engine::Load;
  index.depth = 1;
  index.memory.base = g.index->start;
  index.memory.trip_stride = g.index->loop_stride;
  index.memory.tensor = g.value->tensor->partner;
  index.memory.runs.length = stick;
  index.memory.stride[0] = stick;
  program::Step row = row_step(*g.value, g.page_sticks, g.entries, around);
  program::Step vector;
  vector.kind = program::WorkKind::Vector;
  vector.depth = 1;
  const std::int64_t elements = rows * g.page_sticks * stick * 8 / plan::element_bits(g.value->tensor->format);
  vector.vector = {program::VectorKind::Move, elements, 0, -1, false, Time{0}};
  program::Step dense;
  dense.kind = g.dense->output ? program::WorkKind::Store : program::WorkKind::Load;
  dense.engine = g.dense->output ? program::Engine::Store : program::Engine::Load;
  dense.depth = 1;
  dense.memory = stream(*g.dense, operation, around.params.schedule.multicast);
  dense.memory.runs.length = rows * g.page_sticks * stick;
  dense.memory.stride[0] = dense.memory.runs.length;
  const program::Step& first_row = g.value->output ? dense : row;
  const program::Step& second_row = g.value->output ? row : dense;
  const bool dense_in_lx = !g.dense->in_memory();
  phase.steps = {index};
  if (!g.value->output || !dense_in_lx) phase.steps.push_back(first_row);
  for (std::size_t l = 1; l < phase.steps.size(); ++l) phase.steps[l].after.push_back({0, program::After::Done, 0});
  const auto compute = static_cast<program::StepId>(phase.steps.size());
  vector.after = {{compute - 1, program::After::Done, 0}};
  phase.steps.push_back(vector);
  if (g.value->output || !dense_in_lx) {
    phase.steps.push_back(second_row);
    phase.steps.back().after.push_back({compute, program::After::Done, 0});
  }
  phase.staging_bytes = std::min(elements * 4, around.scratch_free);
  return {phase};
}

}  // namespace spyre::schedule
