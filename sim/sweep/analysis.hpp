// What a finished sweep says: best points, trade-offs, how much each axis matters alone.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "sim/sweep/results.hpp"

namespace spyre::sweep {

// One axis changed while all others stay: from groups of points that differ in nothing else.
struct Effect {
  std::size_t dimension = 0;
  std::size_t groups = 0;        // 0: the axis never changes alone
  double typical = 1;            // slowest over fastest of a group, the median of all groups
  double largest = 1;            // and the largest
  std::vector<double> relative;  // per value: time over the fastest of its group, the mean; 0: none
};

// The axis that matters most first.
std::vector<Effect> effects_of(const Results& results);

// A figure that points are compared by: kernel_us, device_us or an axis of numbers; less is better.
struct Figure {
  std::string name;
  std::vector<double> values;  // parallel to the simulated points
};

// Two names with a comma between; "" for kernel_us and the axis that costs most to have more of.
// Throws Error (Input) for other words.
std::pair<Figure, Figure> figures_of(const Results& results, const std::vector<Effect>& effects,
                                     const std::string& names);

// Indices of kept points, fastest first.
std::vector<std::size_t> fastest(const Results& results, std::size_t count);

// Indices of the kept points that no other one beats in both figures, by the first one.
std::vector<std::size_t> front_of(const Results& results, const Figure& a, const Figure& b);

// The fastest simulated point for every pair of values of two axes; none: results.size.
std::vector<std::vector<std::size_t>> fastest_cells(const Results& results, std::size_t rows,
                                                    std::size_t columns);

}  // namespace spyre::sweep
