// Reads results back to the host and compares them with what was expected.
#pragma once

#include "sim/execute/execute.hpp"
#include "sim/execute/operation_run.hpp"
#include "sim/execute/tensors.hpp"

#include <vector>

namespace spyre::execute {

// Fills the values' arrays and comparisons. Logical elements that nothing wrote (DYN-02) or that
// come from unwritten memory (DYN-01) are reported.
void read_outputs(Machine& machine, const std::vector<ArgumentTensor>& tensors,
                  const Options& options, Values& values);

}  // namespace spyre::execute
