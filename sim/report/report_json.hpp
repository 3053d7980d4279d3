// The report as JSON, schema spyre-sim/report/1.
#pragma once

#include "sim/report/json_text.hpp"
#include "sim/report/report.hpp"

namespace spyre::report {

Json report_json(const Report& report);

}  // namespace spyre::report
