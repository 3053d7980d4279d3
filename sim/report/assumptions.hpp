// Which guessed parameters of the data sheet a run depended on.
#pragma once

#include <string>
#include <vector>

#include "models/observe/result.hpp"
#include "sim/report/report.hpp"

namespace spyre::report {

// Those whose units did something, the busiest units' first; equally busy ones in data-sheet order.
std::vector<Assumption> assumptions_that_matter(const std::vector<Assumption>& all,
                                                const std::vector<observe::UnitResult>& units);

}  // namespace spyre::report
