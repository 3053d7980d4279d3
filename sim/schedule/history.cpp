#include "sim/schedule/history.hpp"

#include <algorithm>

namespace spyre::schedule {

History::Place History::place_of(const plan::Tensor& tensor) {
  const std::int64_t first = tensor.start.empty() ? 0 : tensor.start.front();
  return {tensor.storage, first, tensor.start.size() > 1 ? tensor.start[1] : first};
}

void History::begin_launch() {
  read_.clear();
  chained_ = false;
}

void History::begin_later_rounds() {
  read_.clear();
  chained_ = true;
}

bool chained(const plan::Launch& launch) {
  const bool made_up = std::all_of(launch.arguments.begin(), launch.arguments.end(), [](const plan::Argument& a) { return a.tensor.empty(); });
  return launch.repeat > 1 && made_up;
}

bool History::rereads(const plan::Operation& operation) const {
  return std::any_of(operation.inputs.begin(), operation.inputs.end(), [&](plan::TensorId id) {
    const plan::Tensor& t = operation.tensors[static_cast<std::size_t>(id)];
    return !t.in_lx() && (chained_ || written_.count(place_of(t)) > 0);
  });
}

bool History::continues_in_lx(const plan::Operation& operation) const {
  if (operation.op == plan::OpCode::Identity || rereads(operation)) return false;
  bool reads_memory = false;
  bool reads_written = false;
  for (const plan::TensorId id : operation.inputs) {
    const plan::Tensor& t = operation.tensors[static_cast<std::size_t>(id)];
    reads_memory = reads_memory || !t.in_lx();
    reads_written = reads_written || written_.count(place_of(t)) > 0;
  }
  return reads_memory && reads_written;
}

bool History::just_read(const plan::Operation& operation, const plan::Tensor& tensor) const {
  return operation.loop >= 0 && !tensor.in_lx() && read_.count({operation.loop, tensor.start}) > 0;
}

void History::add(const plan::Operation& operation) {
  for (const plan::TensorId id : operation.outputs) written_.insert(place_of(operation.tensors[static_cast<std::size_t>(id)]));
  if (operation.loop < 0) return;
  for (const plan::TensorId id : operation.inputs) {
    const plan::Tensor& t = operation.tensors[static_cast<std::size_t>(id)];
    if (!t.in_lx()) read_.insert({operation.loop, t.start});
  }
}

}  // namespace spyre::schedule
