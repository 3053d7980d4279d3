// A launch executed: its operations in order, loops as often as they turn, each operation a barrier
// of all cores.
#pragma once

#include "sim/execute/operation_run.hpp"

namespace spyre::execute {

// Pools are handed out anew: their contents are unwritten. Scratchpads keep what is in them.
void run_launch(Machine& machine, int launch);

}  // namespace spyre::execute
