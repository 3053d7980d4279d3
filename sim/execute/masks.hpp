// Padding lanes that an operation replaces by its mask value before it computes
// (plan-execution 1.1, 1.2).
#pragma once

#include "sim/execute/grid.hpp"
#include "sim/execute/operation_run.hpp"

#include <cstdint>
#include <vector>

namespace spyre::execute {

class Masks {
 public:
  explicit Masks(const plan::Operation& operation);

  [[nodiscard]] bool empty() const { return operation_.masks.empty(); }
  // Dimensions whose loops must stay apart so that coordinates can be told.
  [[nodiscard]] std::vector<plan::DimId> dims() const;

  // Replaces masked elements of a block: `first` of the innermost loop on, at `index` of the outer
  // ones.
  void apply(const OperationRun& run, std::size_t core, const Box& box,
             const std::vector<std::int64_t>& index, std::int64_t first, std::size_t count,
             float* values, std::uint8_t* doubts) const;

 private:
  const plan::Operation& operation_;
  float value_ = 0;
};

}  // namespace spyre::execute
