// The static rules of the card: everything that can be said about a plan before time starts.
#pragma once

#include <vector>

#include "models/params/params.hpp"
#include "sim/check/finding.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::check {

// Kernels beyond the address span of a core ran on the card: an error of `check`, a warning of a
// run (SPN-01).
enum class Mode { Check, Run };

// All findings of a plan, the reader's notes included: errors first, then by launch, operation and
// rule.
std::vector<Finding> check_plan(const plan::Plan& plan, const params::ChipParams& chip, Mode mode);

}  // namespace spyre::check
