// Turns placed kernels into launches of a plan.
#pragma once

#include "sim/make/place.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::make {

// Adds the kernel as a launch. Arguments of equal name are one tensor over all launches.
void add_launch(plan::Plan& plan, const Kernel& kernel, const Placement& placement);

// Gives every tensor an address once all launches are known, and adds it to the operations.
void settle_addresses(plan::Plan& plan);

}  // namespace spyre::make
