// What every reported figure means: definition, unit and formula, by its path in the JSON report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spyre::report {

struct Metric {
  const char* path;  // keys from the top, arrays left out: kernels.operations.utilisation.pt
  const char* unit;
  const char* definition;
  const char* formula;  // may be empty
};

const std::vector<Metric>& metrics();

// Metrics whose path is `name` or ends in it at a key: time_us finds kernels.time_us and
// kernels.operations.time_us.
std::vector<Metric> metrics_named(std::string_view name);
// Up to three last keys or paths near an unknown name.
std::vector<std::string> metrics_near(std::string_view name);

std::string metric_text(const Metric& metric);

}  // namespace spyre::report
