// The report as text for a terminal: one line per operation, totals, what limits the run, warnings.
#pragma once

#include <string>

#include "sim/report/report.hpp"

namespace spyre::report {

enum class Colour { No, Yes };

std::string report_text(const Report& report, Colour colour);

}  // namespace spyre::report
