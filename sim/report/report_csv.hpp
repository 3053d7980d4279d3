// The report as comma separated values: one row per operation.
#pragma once

#include <string>

#include "sim/report/report.hpp"

namespace spyre::report {

std::string csv_heading();
std::string report_csv(const Report& report);  // rows alone

}  // namespace spyre::report
