// Results of single operations, kept in logical order while a plan runs: what lies in scratchpads
// and pools is gone or overwritten at its end.
#pragma once

#include "sim/execute/operation_run.hpp"

#include <string>

namespace spyre::execute {

// Marks the operation that a name means: "3_exp", or "1/3_exp" for that of launch 1. False when
// there is none; of several launches with that operation the first counts.
bool ask_for_result(Machine& machine, const std::string& name);

// Keeps what an operation has just written, if somebody asked for it: fp32, the dimensions from the
// outermost of the layout to the stick's; of loops the last turn. Elements that nothing wrote read
// as memory does.
void keep_result(Machine& machine, OperationRun& run, const Site& site);

}  // namespace spyre::execute
