// A small plan with a result made by hand: a matmul bound by memory and an add bound by its vector
// unit.
#pragma once

#include "models/observe/result.hpp"
#include "models/params/params.hpp"
#include "sim/plan/plan.hpp"
#include "sim/report/report.hpp"

namespace spyre::report::example {

inline constexpr int kCores = 2;
inline constexpr Time kMatmulTime = nanoseconds(4000);
inline constexpr Time kAddTime = nanoseconds(1000);
inline constexpr Time kElapsed = nanoseconds(6000);

params::ChipParams chip();
plan::Plan plan();
observe::Result result();
Context context();
Report report();

// The stall of a result by its reason.
Time& stalled(observe::StallTimes& stalls, observe::Stall reason);

}  // namespace spyre::report::example
