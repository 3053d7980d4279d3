// The policy that plans leave open: Plan → Program per core. Every choice is made here, documented beside its evidence,
// and switchable in the configuration (schedule.*).
#pragma once

#include "models/params/params.hpp"
#include "models/program/program.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::schedule {

// Throws Error (Unsupported) naming operation and place when a plan uses something no policy covers.
program::Program make_program(const plan::Plan& plan, const params::ChipParams& params);

}  // namespace spyre::schedule
