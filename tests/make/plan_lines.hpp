// A plan as lines of text that hold everything timing and values depend on, and nothing else: two
// plans are the same plan if their lines are equal. Addresses are relative to their argument or
// pool.
#pragma once

#include <string>
#include <vector>

#include "sim/plan/plan.hpp"

namespace spyre::test {

std::vector<std::string> plan_lines(const plan::Plan& plan);

// The lines of `expected` that differ, with what stands there instead; empty if the plans are the
// same.
std::vector<std::string> differences(const plan::Plan& expected, const plan::Plan& found);

}  // namespace spyre::test
