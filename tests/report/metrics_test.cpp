// Is every key of the report explained, and is an unknown name answered with near ones?
#include "sim/report/metrics.hpp"

#include "sim/report/report_json.hpp"
#include "tests/report/example.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <set>

using namespace spyre;
using namespace spyre::report;
using Catch::Matchers::Contains;

namespace {

// Paths of all keys, arrays left out; counters and findings have free or optional keys.
void collect(const Json& json, const std::string& path, std::set<std::string>& paths) {
  if (!path.empty()) paths.insert(path);
  if (path == "units.counters" || path == "warnings") return;
  if (json.is_array()) {
    for (const Json& child : json) collect(child, path, paths);
  } else if (json.is_object()) {
    for (const auto& item : json.items())
      collect(item.value(), path.empty() ? item.key() : path + "." + item.key(), paths);
  }
}

}  // namespace

TEST_CASE("every key of the report is explained once and nothing else is", "[arithmetic]") {
  std::set<std::string> reported;
  collect(report_json(example::report()), "", reported);
  std::set<std::string> explained;
  for (const Metric& metric : metrics()) CHECK(explained.insert(metric.path).second);
  CHECK(explained == reported);
}

TEST_CASE("a key that occurs twice is explained in both places", "[arithmetic]") {
  CHECK(metrics_named("time_us").size() == 2);
  CHECK(metrics_named("operations.time_us").size() == 1);
  CHECK(metrics_named("ime_us").empty());
}

TEST_CASE("an unknown name is answered with the nearest keys", "[arithmetic]") {
  CHECK(metrics_near("kernel_ms").front() == "kernel_us");
  CHECK(metrics_near("utilization").front() == "utilisation");
  const auto near = metrics_near("bytes");
  CHECK(std::find(near.begin(), near.end(), "read_bytes") != near.end());
  CHECK(metrics_near("xyzzy").empty());
}

TEST_CASE("an explanation has definition, unit and formula", "[arithmetic]") {
  const std::string text = metric_text(metrics_named("utilisation.hmi_read").at(0));
  CHECK_THAT(text, Contains("unit: 1"));
  CHECK_THAT(text, Contains("formula: read_bytes / (channels x nominal channel rate x time)"));
}
