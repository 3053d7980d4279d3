#include "tests/schedule/traffic.hpp"

#include <algorithm>
#include <set>

namespace spyre::test {
namespace {

using program::WorkKind;

std::int64_t vector_elements(const program::Phase& phase, const program::Step& step) {
  const std::int64_t tails = phase.tail_instances(step, step.vector.tail_loop);
  return (phase.instances(step) - tails) * step.vector.elements + tails * step.vector.tail_elements;
}

std::int64_t received(const program::Phase& phase, const program::Step& step) {
  std::int64_t bytes = 0;
  for (const auto& transfers : step.ring.per_core) {
    for (const program::RingTransfer& t : transfers) bytes += t.bytes;
  }
  return bytes * phase.instances(step);
}

void add(Traffic& total, const program::Phase& phase, const program::Step& step,
         std::int64_t cores) {
  const bool memory = step.kind == WorkKind::Load || step.kind == WorkKind::Store;
  std::int64_t silent = 0;
  for (const program::Group& g : step.memory.groups) silent += std::ssize(g.members) - 1;
  if (memory) total.bytes[step.memory.tensor] += phase.totals(step).memory_bytes * (cores - silent);
  if (step.kind == WorkKind::Matmul) total.macs += phase.totals(step).macs * cores;
  if (step.kind == WorkKind::Vector) total.elements += vector_elements(phase, step) * cores;
  if (step.kind == WorkKind::RingLoad) total.ring_bytes += received(phase, step);
}

bool contains(const std::vector<plan::TensorId>& list, plan::TensorId id) {
  return std::find(list.begin(), list.end(), id) != list.end();
}

}  // namespace

Traffic traffic_of(const program::Operation& operation) {
  Traffic total;
  for (const program::Phase& phase : operation.phases) {
    for (const program::Step& step : phase.steps)
      add(total, phase, step, std::ssize(operation.cores));
  }
  return total;
}

std::int64_t touched_bytes(const plan::Tensor& tensor) {
  if (tensor.in_lx()) return 0;
  const std::set<std::int64_t> places(tensor.start.begin(), tensor.start.end());
  return std::ssize(places) * tensor.core_bytes();
}

bool used(const plan::Operation& operation, plan::TensorId id) {
  const plan::Tensor& tensor = operation.tensors[static_cast<std::size_t>(id)];
  return contains(operation.inputs, id) || contains(operation.outputs, id) ||
         tensor.indirection == plan::Indirection::IndexTensor;
}

std::int64_t elements_of(const plan::Operation& operation) {
  std::int64_t elements = 1;
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    const bool present = std::any_of(operation.tensors.begin(), operation.tensors.end(),
                                     [d](const plan::Tensor& t) { return t.dims[d].scale == 1; });
    if (present) elements *= operation.dims[d].extent;
  }
  return elements;
}

}  // namespace spyre::test
