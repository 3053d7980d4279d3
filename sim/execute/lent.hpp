// Values of a plan on memory that somebody else keeps: inputs are what lies there, results stay
// there.
#pragma once

#include "sim/check/finding.hpp"
#include "sim/execute/memory.hpp"
#include "sim/number/rounding.hpp"
#include "sim/plan/plan.hpp"

#include <vector>

namespace spyre::execute {

// Runs every launch of the plan once. Lent bytes count as defined; scratchpads hold what earlier
// runs left in them. Throws Error like execute(); the scratchpads are empty then.
std::vector<check::Finding> run_on(const plan::Plan& plan, Lender lender, Scratchpads& scratchpads,
                                   const number::Rules& rules);

}  // namespace spyre::execute
