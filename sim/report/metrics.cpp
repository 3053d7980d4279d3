// Looks up reported figures by name.
#include "sim/report/metrics.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace spyre::report {
namespace {

std::string_view last_key(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

bool ends_in(std::string_view path, std::string_view name) {
  if (path.size() < name.size() || path.substr(path.size() - name.size()) != name) return false;
  return path.size() == name.size() || path[path.size() - name.size() - 1] == '.';
}

void add_once(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

}  // namespace

std::vector<Metric> metrics_named(std::string_view name) {
  std::vector<Metric> found;
  std::copy_if(metrics().begin(), metrics().end(), std::back_inserter(found),
               [=](const Metric& m) { return ends_in(m.path, name); });
  return found;
}

std::vector<std::string> metrics_near(std::string_view name) {
  constexpr std::size_t most = 3;
  std::vector<std::string> keys;
  for (const Metric& metric : metrics()) add_once(keys, std::string(last_key(metric.path)));
  std::vector<std::string> near;
  const std::string_view key = last_key(name);
  if (std::string closest = nearest(key, keys); !closest.empty())
    near.push_back(std::move(closest));
  for (const std::string& candidate : keys) {
    if (near.size() < most && !key.empty() && candidate.find(key) != std::string::npos)
      add_once(near, candidate);
  }
  return near;
}

std::string metric_text(const Metric& metric) {
  std::string text =
      fmt::format("{}\n  {}\n  unit: {}\n", metric.path, metric.definition, metric.unit);
  if (*metric.formula != '\0') text += fmt::format("  formula: {}\n", metric.formula);
  return text;
}

}  // namespace spyre::report
