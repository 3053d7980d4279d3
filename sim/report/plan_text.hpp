// What a plan says in words: launches, arguments, loops, operations, splits, tensors, where they
// live, work per core.
#pragma once

#include <string>

#include "sim/plan/plan.hpp"

namespace spyre::report {

std::string plan_text(const plan::Plan& plan);

}  // namespace spyre::report
