// One point from card and plan to its row. The only part of a sweep that needs the simulation
// kernel.
#pragma once

#include <string>
#include <vector>

#include "models/params/params.hpp"
#include "sim/plan/plan.hpp"
#include "sim/sweep/points.hpp"
#include "sim/sweep/row.hpp"

namespace spyre::sweep {

struct Ground {
  params::ChipParams card;        // which points change
  std::vector<plan::Plan> plans;  // in the order of the specification
  Filter keep;
  bool strict = false;  // warnings of the rules refuse a point as well
};

// Simulates, so once per process. What is wrong with the point is its outcome, never thrown.
Outcome run_point(const Point& point, const Ground& ground);

}  // namespace spyre::sweep
