// Division of an operation over cores: the front end's default rule, and divisions a user asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/make/kernel.hpp"

namespace spyre::make {

// Slices of the four roles of a matmul; for element-wise operations m and n are rows and columns.
struct Split {
  std::int64_t batch = 1, m = 1, n = 1, k = 1;
};

// Largest span of device memory a core may address of one tensor, in bytes: 255.996 MiB
// (plan-format 9.2).
inline constexpr std::int64_t kLargestSpan = std::int64_t{255'996} * 1024 * 1024 / 1000;

// Sets the slices of every axis: spans first, then output axes by decreasing size, then one reduced
// axis.
void divide_by_default(const Kernel& kernel, Step& step, int cores);

// Slices the spans demand, per axis (1 where they demand nothing).
std::vector<std::int64_t> slices_for_spans(const Kernel& kernel, const Step& step, int cores);

// The cheapest division of a matmul under the planner's cost estimate; axes of the roles, -1 where
// absent.
struct MatmulAxes {
  AxisId batch = -1, m = -1, n = -1, k = -1;
};
void divide_matmul(const Kernel& kernel, Step& step, const MatmulAxes& axes, bool shared_weight,
                   int cores);

// Divisors of n, ascending.
std::vector<std::int64_t> divisors(std::int64_t n);

}  // namespace spyre::make
