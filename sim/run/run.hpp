// Runs a program on the card: elaborate, start, notice starvation, collect a Result.
#pragma once

#include <functional>

#include "models/observe/result.hpp"
#include "models/params/params.hpp"
#include "models/program/program.hpp"

namespace spyre::run {

// Called after every executed operation: how many of all executions are done, and the simulated time.
struct Progress {
  std::int64_t done = 0, total = 0;
  Time simulated{0};
};
using ProgressFn = std::function<void(const Progress&)>;

// Simulates the program once. SystemC elaborates once per process, so a second call in one process throws; run several
// plans in processes of their own. Throws Error: Deadlock with the cycle of waits, Internal when an account is off.
observe::Result simulate(const program::Program& program, const params::ChipParams& params, observe::Sink* sink = nullptr,
                         const ProgressFn& progress = {});

}  // namespace spyre::run
