// What the element-wise operations compute, on blocks of floats (number-formats section 9,
// plan-execution 2).
#pragma once

#include "sim/number/rounding.hpp"
#include "sim/plan/plan.hpp"

#include <cstddef>
#include <functional>

namespace spyre::execute {

// `in` holds one block per operand. Computed in fp32 or wider and rounded once to fp32; the store
// rounds to the device format.
using Kernel = std::function<void(const float* const* in, float* out, std::size_t count)>;

// Throws Unsupported for an operation that is not element-wise or whose meaning is not public.
Kernel kernel_of(const plan::Operation& operation, const number::Rules& rules);

// The value of a constant of the plan; throws Plan when it is missing.
float constant_value(const plan::Operation& operation, const char* name);
float constant_value(const plan::Operation& operation, const char* name, float otherwise);

}  // namespace spyre::execute
