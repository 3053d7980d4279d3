// Adds up the operands in device memory.
#include "sim/validate/traffic.hpp"

namespace spyre::validate {
namespace {

std::int64_t operand_bytes(const plan::Tensor& tensor) {
  if (tensor.in_lx() || tensor.role == plan::Role::Accumulator) return 0;
  return tensor.core_bytes() * static_cast<std::int64_t>(groups_by_start(tensor).size());
}

std::int64_t operation_bytes(const plan::Operation& operation) {
  std::int64_t bytes = 0;
  for (const plan::Tensor& tensor : operation.tensors) bytes += operand_bytes(tensor);
  return bytes;
}

}  // namespace

std::int64_t memory_bytes(const plan::Launch& launch) {
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < launch.operations.size(); ++i)
    bytes += operation_bytes(launch.operations[i]) * launch.trips(static_cast<int>(i));
  return bytes;
}

double traffic_ratio(const plan::Plan& plan, std::int64_t measured_bytes) {
  std::int64_t moved = 0, launches = 0;
  for (const plan::Launch& launch : plan.launches) {
    moved += memory_bytes(launch) * launch.repeat;
    launches += launch.repeat;
  }
  const auto measured = static_cast<double>(measured_bytes) * static_cast<double>(launches);
  return static_cast<double>(moved) / measured;
}

}  // namespace spyre::validate
