// The sticks a core visits when its steps run, and those the plan gives it.
#pragma once

#include <vector>

#include "models/program/program.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::test {

// Stick addresses in ascending order, one entry per visit.
using Visits = std::vector<std::int64_t>;

// By core `core` (an index) for tensor `id`, over all phases, at trip 0 of the bundle's loops.
Visits visits(const program::Operation& operation, plan::TensorId id, std::size_t core);

// Every stick of the core's share `times` times.
Visits share(const plan::Tensor& tensor, std::size_t core, std::int64_t times = 1);

}  // namespace spyre::test
