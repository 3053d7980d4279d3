// The page about a finished sweep, and the sentences that say the same in short.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "sim/sweep/analysis.hpp"
#include "sim/sweep/results.hpp"

namespace spyre::sweep {

struct Summary {
  Results results;
  std::vector<Effect> effects;
  std::pair<Figure, Figure> figures;  // of the trade-off
};

// `figures` as in figures_of. Throws Error (Input) when no point was simulated.
Summary summary_of(const std::filesystem::path& points, const std::string& figures);

// Number of points, the fastest one, and which axis matters and which does not.
std::vector<std::string> sentences(const Summary& summary);
std::string summary_text(const Summary& summary);

// "split 8x4x1, dram.channels 32": a point by the axes that vary.
std::string point_text(const Results& results, std::size_t index);

// One HTML page with everything in it.
std::string summary_page(const Summary& summary);

}  // namespace spyre::sweep
