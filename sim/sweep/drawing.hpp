// Inline SVG of a summary page.
#pragma once

#include <string>

#include "sim/sweep/summary.hpp"

namespace spyre::sweep {

std::string escaped(const std::string& text);

// All kept points by two figures, with the front through those that nothing beats.
std::string scatter(const Summary& summary);

// Time by value of every axis that changes alone, relative to the fastest of its group.
std::string effect_bars(const Results& results, const Effect& effect);

// The fastest time for every pair of values of two axes.
std::string heat_map(const Results& results, std::size_t rows, std::size_t columns);

}  // namespace spyre::sweep
