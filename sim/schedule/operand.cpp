#include "sim/schedule/operand.hpp"

#include <algorithm>

namespace spyre::schedule {
namespace {

bool borne(const plan::Operation& operation, std::size_t dim) {
  return std::any_of(operation.tensors.begin(), operation.tensors.end(), [dim](const plan::Tensor& t) { return t.dims[dim].scale == 1; });
}

Operand operand(const plan::Operation& operation, plan::TensorId id, bool output) {
  Operand o;
  o.id = id;
  o.tensor = &operation.tensors[static_cast<std::size_t>(id)];
  o.output = output;
  o.stride.assign(operation.dims.size(), 0);
  o.unit.assign(operation.dims.size(), 1);
  for (const plan::StickDim& s : o.tensor->sticks) o.unit[static_cast<std::size_t>(s.dim)] = s.elements;
  for (const plan::LayoutLevel& level : o.tensor->layout) {
    const auto d = static_cast<std::size_t>(level.dim);
    if (o.tensor->dims[d].scale == 1) o.stride[d] = level.stride;
  }
  return o;
}

}  // namespace

std::vector<Operand> operands(const plan::Operation& operation) {
  std::vector<Operand> list;
  for (const plan::TensorId id : operation.inputs) list.push_back(operand(operation, id, false));
  for (const plan::TensorId id : operation.outputs) list.push_back(operand(operation, id, true));
  return list;
}

std::vector<program::Group> shared_groups(const plan::Tensor& tensor) {
  std::vector<program::Group> groups;
  for (std::vector<int>& members : plan::groups_by_start(tensor)) {
    if (members.size() > 1) groups.push_back({std::move(members)});
  }
  return groups;
}

program::MemoryWork stream(const Operand& operand, const plan::Operation&, bool multicast) {
  program::MemoryWork work;
  work.base = operand.tensor->start;
  work.trip_stride = operand.tensor->loop_stride;
  work.tensor = operand.id;
  if (operand.output || multicast) work.groups = shared_groups(*operand.tensor);
  return work;
}

std::int64_t core_elements(const plan::Operation& operation) {
  std::int64_t n = 1;
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    if (borne(operation, d)) n *= operation.dims[d].per_core;
  }
  return n;
}

std::int64_t card_elements(const plan::Operation& operation) {
  std::int64_t n = 1;
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    if (borne(operation, d)) n *= operation.dims[d].extent;
  }
  return n;
}

std::int64_t output_elements(const plan::Operation& operation) {
  if (operation.outputs.empty()) return 0;
  const plan::Tensor& output = operation.tensors[static_cast<std::size_t>(operation.outputs.front())];
  std::int64_t n = 1;
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    if (output.dims[d].scale == 1) n *= operation.dims[d].extent;
  }
  return n;
}

}  // namespace spyre::schedule
