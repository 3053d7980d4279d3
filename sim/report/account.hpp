// The identities every result must satisfy before a figure is printed.
#pragma once

#include "models/observe/result.hpp"

namespace spyre::report {

// Throws Error{Internal} with the numbers: cores x time = busy + stalls per operation, elapsed =
// busy + stalls + idle per unit, the kernel time is the sum of the launches, nothing is negative.
void check_accounts(const observe::Result& result);

Time total(const observe::StallTimes& stalls);

}  // namespace spyre::report
