#include "sim/schedule/streaming.hpp"

#include <algorithm>
#include <utility>

namespace spyre::schedule {
namespace {

using program::Step;
using program::WorkKind;

bool resident(const Step& step) { return step.first_only != 0; }

// Bytes a resident operand keeps: everything it loads in one round of the loops it stands still in.
std::int64_t kept_bytes(const program::Phase& phase, const Step& step) {
  return phase.instances(step) * step.memory.runs.bytes();
}

}  // namespace

Streaming::Streaming(const params::ChipParams& params, const plan::Operation& operation, Nest nest, std::int64_t first)
    : params_(params), operation_(operation), nest_(std::move(nest)), first_(first) {
  vector_.kind = WorkKind::Vector;
  vector_.engine = program::Engine::Sfp;
  vector_.depth = static_cast<int>(nest_.axes.size());
}

Step Streaming::memory_step(const Operand& operand, const program::Runs& runs, const program::Runs& tail, int tail_loop) const {
  Step step;
  step.memory = stream(operand, operation_, params_.schedule.multicast);
  lay_over(nest_, operand, step.memory);
  for (std::int64_t& base : step.memory.base) base += first_ * step.memory.stride[0];
  step.memory.runs = runs;
  step.memory.tail = tail;
  const int loops = static_cast<int>(nest_.axes.size());
  step.depth = moving_depth(step.memory, loops);
  step.memory.tail_loop = tail_loop < step.depth ? tail_loop : -1;
  return step;
}

void Streaming::load(const Operand& operand, const program::Runs& runs, const program::Runs& tail, int tail_loop) {
  Step step = memory_step(operand, runs, tail, tail_loop);
  step.kind = WorkKind::Load;
  step.engine = step.memory.groups.empty() ? program::Engine::Load : program::Engine::GroupLoad;
  if (params_.schedule.resident_columns) step.first_only = standing_loops(step.memory, step.depth);
  loads_.push_back(std::move(step));
}

void Streaming::load_sticks(const Operand& operand, const program::Runs& runs, const program::Runs& tail, int tail_loop) {
  const std::int64_t stick = params_.chip.stick.count();
  load(operand, in_pieces(runs, stick), in_pieces(tail, stick), tail_loop);
  loads_.back().engine = program::Engine::Load;
  loads_.back().memory.groups.clear();
  loads_.back().first_only = 0;
}

// A result that stands still along an outer loop but moves along an inner one is complete only at the end: it is stored
// there, the inner movement becoming runs of the one store.
void Streaming::store(const Operand& operand, const program::Runs& runs, const program::Runs& tail, int tail_loop, std::int64_t scatter_width) {
  Step step = memory_step(operand, runs, tail, tail_loop);
  step.kind = WorkKind::Store;
  step.engine = program::Engine::Store;
  step.at_last = true;
  step.memory.scatter_width = scatter_width;
  const int loops = static_cast<int>(nest_.axes.size());
  int depth = 0;
  while (depth < loops && step.memory.stride[static_cast<std::size_t>(depth)] != 0) ++depth;
  for (int l = loops - 1; l > depth; --l) {
    const auto i = static_cast<std::size_t>(l);
    if (step.memory.stride[i] == 0) continue;
    for (program::Runs* r : {&step.memory.runs, &step.memory.tail}) add_level(*r, nest_.axes[i].count, step.memory.stride[i]);
  }
  step.depth = std::min(depth, step.depth);
  if (step.memory.tail_loop >= step.depth) step.memory.tail_loop = -1;
  stores_.push_back(std::move(step));
}

void Streaming::vector(program::VectorKind kind, std::int64_t elements, std::int64_t tail_elements, int tail_loop, Time extra) {
  vector_.vector.kind = kind;
  vector_.vector.elements = elements;
  vector_.vector.tail_elements = tail_elements;
  vector_.vector.tail_loop = tail_loop;
  vector_.vector.extra = extra;
  vector_.vector.fp32 = operation_.format == plan::Format::IeeeFp32;
  for (const plan::TensorId id : operation_.inputs) vector_.lx_bytes += elements * plan::element_bits(operation_.tensors[static_cast<std::size_t>(id)].format) / 8;
  for (const plan::TensorId id : operation_.outputs) vector_.lx_bytes += elements * plan::element_bits(operation_.tensors[static_cast<std::size_t>(id)].format) / 8;
}

std::int64_t Streaming::chunks_per_instance(const Step& step) const {
  std::int64_t n = 1;
  for (std::size_t l = static_cast<std::size_t>(step.depth); l < nest_.axes.size(); ++l) n *= nest_.axes[l].count;
  return n;
}

std::int64_t Streaming::staging(std::int64_t load_buffers, std::int64_t store_buffers) const {
  program::Phase phase;
  phase.loops = nest_.extents();
  std::int64_t bytes = 0;
  for (const Step& s : loads_) bytes += resident(s) ? kept_bytes(phase, s) : load_buffers * s.memory.runs.bytes();
  for (const Step& s : stores_) bytes += store_buffers * s.memory.runs.bytes();
  return bytes;
}

// An operand that does not fit beside nothing else is read again in every round.
void Streaming::drop_residents_beyond(std::int64_t scratch_free) {
  program::Phase phase;
  phase.loops = nest_.extents();
  for (Step& s : loads_) {
    if (resident(s) && kept_bytes(phase, s) > scratch_free) s.first_only = 0;
  }
}

program::Phase Streaming::finish(std::int64_t scratch_free) {
  drop_residents_beyond(scratch_free);
  std::int64_t load_buffers = params_.schedule.load_buffers;
  std::int64_t store_buffers = params_.schedule.store_buffers;
  while (staging(load_buffers, store_buffers) > scratch_free && (load_buffers > 1 || store_buffers > 1)) {
    load_buffers = std::max<std::int64_t>(1, load_buffers - 1);
    store_buffers = std::max<std::int64_t>(1, store_buffers - 1);
  }
  program::Phase phase;
  phase.loops = nest_.extents();
  phase.staging_bytes = std::min(staging(load_buffers, store_buffers), scratch_free);
  phase.steps = loads_;
  phase.steps.push_back(vector_);
  phase.steps.insert(phase.steps.end(), stores_.begin(), stores_.end());
  connect(phase, load_buffers, store_buffers);
  make_partial_sum(phase);
  return phase;
}

void Streaming::connect(program::Phase& phase, std::int64_t load_buffers, std::int64_t store_buffers) const {
  const auto vector = static_cast<program::StepId>(loads_.size());
  for (program::StepId l = 0; l < vector; ++l) {
    Step& load = phase.steps[static_cast<std::size_t>(l)];
    if (!resident(load)) load.after.push_back({vector, program::After::Done, -(chunks_per_instance(load) + load_buffers - 1)});
    if (in_flight_ > 0 && !stores_.empty() && !resident(load)) {
      load.after.push_back({vector + 1, program::After::Done, -(chunks_per_instance(load) + in_flight_ - 1)});
    }
    phase.steps[static_cast<std::size_t>(vector)].after.push_back({l, program::After::Done, 0});
  }
  for (std::size_t s = loads_.size() + 1; s < phase.steps.size(); ++s) {
    phase.steps[s].after.push_back({vector, program::After::Done, 0});
    phase.steps[static_cast<std::size_t>(vector)].after.push_back({static_cast<program::StepId>(s), program::After::Done, -store_buffers});
  }
}

// Cores that share an output each hold a partial result: it is combined along the chain before the tail stores it.
void Streaming::make_partial_sum(program::Phase& phase) const {
  for (std::size_t s = loads_.size() + 1; s < loads_.size() + 1 + stores_.size(); ++s) {
    if (phase.steps[s].memory.groups.empty()) continue;
    Step sum;
    sum.kind = WorkKind::PartialSum;
    sum.engine = program::Engine::Sfp;
    sum.depth = phase.steps[s].depth;
    sum.at_last = true;
    sum.partial_sum.groups = phase.steps[s].memory.groups;
    sum.partial_sum.bytes = phase.steps[s].memory.runs.bytes() / 2 * params_.partial_sum_ring.element.count();
    sum.after = {{static_cast<program::StepId>(loads_.size()), program::After::Done, 0}};
    phase.steps[s].after = {{static_cast<program::StepId>(phase.steps.size()), program::After::Done, 0}};
    phase.steps.push_back(std::move(sum));
  }
}

}  // namespace spyre::schedule
