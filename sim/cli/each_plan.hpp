// Runs something for each plan of a command line, each on a fresh card.
#pragma once

#include <cstddef>
#include <functional>

namespace spyre::cli {

class Console;

// The simulation kernel elaborates once per process, so each of several plans gets a process of its
// own, one after another. `job` gets the index of the plan and returns its exit code. Returns the
// first code that is not 0.
int for_each_plan(std::size_t plans, const Console& console,
                  const std::function<int(std::size_t)>& job);

}  // namespace spyre::cli
