// Cores that compute parts of the same result because a reduced dimension is split over them.
#pragma once

#include "sim/execute/operation_run.hpp"

#include <cstddef>
#include <vector>

namespace spyre::execute {

// Dimensions that some input has and the output lacks.
std::vector<plan::DimId> reduced_dims(const OperationRun& run);

// Groups of cores in order of their first core; inside a group in order of their slices of the
// reduced dimensions, which is the order their partial results are combined in. Reports reduced
// coordinates that no core or more than one covers (WRK-04).
std::vector<std::vector<std::size_t>> partial_groups(OperationRun& run,
                                                     const std::vector<plan::DimId>& reduced);

// The cores of a group that store its result: one per address, each with a scratchpad of its own.
std::vector<std::size_t> storing_cores(const OperationRun& run,
                                       const std::vector<std::size_t>& group);

}  // namespace spyre::execute
