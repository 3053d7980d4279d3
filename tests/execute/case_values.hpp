// Plans with values beside the tests, and how far a run of them is from what they expect.
#pragma once

#include "sim/bundle/read.hpp"
#include "sim/execute/execute.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace spyre::execute::test {

inline std::filesystem::path case_folder(const std::string& name) {
  return std::filesystem::path(SPYRE_SOURCE_DIR) / "tests/execute/cases" / name;
}

inline plan::Plan read_case(const std::string& name) {
  return bundle::read_plan(case_folder(name) / "plan.json");
}

// Differences of an output to the plan's literal result, which is a float32 file.
struct Distance {
  double of_largest = 0;  // largest difference over largest value
  double relative = 0;    // largest difference over its own value, below 2^-14 over that
};

inline Distance distance(const std::vector<double>& got, const std::vector<double>& literal) {
  Distance distance;
  double largest = 1e-30, worst = got.size() == literal.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(got.size(), literal.size()); ++i) {
    if (!std::isfinite(literal[i])) continue;
    const double difference = std::fabs(got[i] - literal[i]);
    largest = std::max(largest, std::fabs(literal[i]));
    worst = std::max(worst, difference);
    distance.relative =
        std::max(distance.relative, difference / std::max(std::fabs(literal[i]), 0x1p-14));
  }
  distance.of_largest = worst / largest;
  return distance;
}

inline Distance literal_distance(const plan::Plan& plan, const Values& values,
                                 const std::string& name) {
  const auto named = [&](const auto& entry) { return entry.name == name; };
  const auto host = std::find_if(plan.tensors.begin(), plan.tensors.end(), named);
  const auto array = std::find_if(values.arrays.begin(), values.arrays.end(), named);
  if (host == plan.tensors.end() || array == values.arrays.end()) return {INFINITY, INFINITY};
  const auto file = std::filesystem::path(plan.directory) / host->plan_result;
  return distance(array->array.values(), read_npy(file, number::HostType::Float32).values());
}

inline std::vector<check::Finding> findings_of(const Values& values, const std::string& id) {
  std::vector<check::Finding> found;
  for (const check::Finding& finding : values.findings)
    if (finding.id == id) found.push_back(finding);
  return found;
}

}  // namespace spyre::execute::test
