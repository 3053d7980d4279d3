// Turns one placed step into an operation of a plan.
#pragma once

#include <cstddef>

#include "sim/make/place.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::make {

// Addresses are relative to the argument or pool; `storage` holds the argument's number, or -1 for
// the pool.
plan::Operation emit_operation(const Kernel& kernel, const Placement& placement, std::size_t index);

}  // namespace spyre::make
