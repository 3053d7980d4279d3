// What kind of work an operation is, as far as errors of predictions go: operations of one kind
// fail alike.
#pragma once

#include <string>

#include "sim/plan/plan.hpp"

namespace spyre::interval {

// A few words, as in "matmul with K split" or "element-wise in LX".
std::string kind_of(const plan::Launch& launch, int operation);

}  // namespace spyre::interval
