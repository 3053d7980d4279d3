// How one core walks one tensor: bytes per step along each dimension of the operation. Facts of the plan in the form the
// policies use; no decisions.
#pragma once

#include <cstdint>
#include <vector>

#include "models/program/program.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::schedule {

struct Operand {
  plan::TensorId id = 0;
  const plan::Tensor* tensor = nullptr;
  bool output = false;
  // Per dimension: bytes from one unit to the next, 0 where the tensor has no extent. A unit is `unit` elements.
  std::vector<std::int64_t> stride, unit;

  [[nodiscard]] bool in_memory() const { return tensor->component == plan::Component::Memory; }
  [[nodiscard]] plan::DimId stick_dim() const { return tensor->sticks.empty() ? -1 : tensor->sticks.front().dim; }
};

// Inputs (accumulators left out) and outputs of the operation, inputs first.
std::vector<Operand> operands(const plan::Operation& operation);

// Multicast groups of an input: cores with equal start, more than one member.
std::vector<program::Group> shared_groups(const plan::Tensor& tensor);

// A memory stream at the operand's place, strides and runs still empty.
program::MemoryWork stream(const Operand& operand, const plan::Operation& operation, bool multicast);

// Elements of one core's share of the tensor-bearing dimensions.
std::int64_t core_elements(const plan::Operation& operation);
// Same over the whole card, padded.
std::int64_t card_elements(const plan::Operation& operation);
// Of the first output only: what a matrix product delivers.
std::int64_t output_elements(const plan::Operation& operation);

}  // namespace spyre::schedule
