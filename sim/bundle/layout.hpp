// Address arithmetic of one tensor of one operation (plan-format 3.6 with the corrections of
// plan-execution 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "sim/plan/plan.hpp"

namespace spyre::bundle {

// Elements of `dim` in one stick of the tensor: its unit in addresses.
std::int64_t stick_elements(const plan::Tensor& tensor, plan::DimId dim);

// Elements of `dim` that one core walks.
std::int64_t core_extent(const plan::Operation& operation, const plan::Tensor& tensor,
                         plan::DimId dim);

// Fills units, core_units and stride of every layout level from the dimensions, folds and gaps.
// Returns an empty string, or what makes the sizes impossible.
std::string lay_out(const plan::Operation& operation, plan::Tensor& tensor);

// A small gap of a restickified tensor reads as a shortfall, but may also be an ordinary gap
// (plan-execution 1.3). Where only the ordinary reading satisfies `fits`, it is taken.
void settle_gap_meaning(const plan::Operation& operation, plan::Tensor& tensor,
                        const std::function<bool(const plan::Tensor&)>& fits);

// Bytes from the start of slice 0 to the start of one core's share: sum of slice * alpha / stick *
// stride.
std::int64_t core_offset(const plan::Operation& operation, const plan::Tensor& tensor,
                         std::size_t core);

// First and one past the last byte the operation touches relative to the lowest start, loops
// included.
struct Touched {
  std::int64_t first = 0, last = 0;
};
Touched touched_range(const plan::Launch& launch, int operation, const plan::Tensor& tensor);

}  // namespace spyre::bundle
