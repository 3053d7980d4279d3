// Adds up errors and ranks groups.
#include "sim/validate/statistics.hpp"

#include "sim/validate/ranking.hpp"

#include <cmath>
#include <map>

namespace spyre::validate {
namespace {

constexpr double kPercent = 100;
constexpr std::size_t kSmallestGroup = 3;

struct Group {
  std::vector<double> predicted, measured;
};

std::map<std::string, Group> groups_of(const std::vector<Sample>& samples) {
  std::map<std::string, Group> groups;
  for (const Sample& sample : samples) {
    if (sample.shape.empty()) continue;
    groups[sample.shape].predicted.push_back(sample.predicted_us);
    groups[sample.shape].measured.push_back(sample.measured_us);
  }
  return groups;
}

void add_errors(const std::vector<Sample>& samples, Figures& figures) {
  double sum = 0, squares = 0, worst = 0;
  for (const Sample& sample : samples) {
    const double error = error_of(sample);
    sum += error;
    squares += error * error;
    if (!figures.worst_id.empty() && std::abs(error) <= std::abs(worst)) continue;
    worst = error;
    figures.worst_id = sample.id;
  }
  const auto n = static_cast<double>(samples.size());
  figures.rms_pct = kPercent * std::sqrt(squares / n);
  figures.bias_pct = kPercent * sum / n;
  figures.worst_pct = kPercent * worst;
}

void add_ranking(const std::vector<Sample>& samples, Figures& figures) {
  double correlations = 0;
  int ranked = 0, hits = 0;
  for (const auto& [shape, group] : groups_of(samples)) {
    if (group.measured.size() < kSmallestGroup) continue;
    ++figures.shapes;
    if (picks_best(group.predicted, group.measured)) ++hits;
    const std::optional<double> correlation = rank_correlation(group.predicted, group.measured);
    if (!correlation) continue;
    correlations += *correlation;
    ++ranked;
  }
  if (ranked > 0) figures.spearman = correlations / ranked;
  if (figures.shapes > 0) figures.best_split_pct = kPercent * hits / figures.shapes;
}

bool within_bounds(const Sample& sample) {
  const double factor = sample.measured_us / sample.predicted_us;
  return sample.bounds->low <= factor && factor <= sample.bounds->high;
}

void add_coverage(const std::vector<Sample>& samples, Figures& figures) {
  int bounded = 0, within = 0;
  for (const Sample& sample : samples) {
    if (!sample.bounds) continue;
    ++bounded;
    if (within_bounds(sample)) ++within;
  }
  if (bounded > 0) figures.coverage_pct = kPercent * within / bounded;
}

}  // namespace

double error_of(const Sample& sample) {
  return (sample.predicted_us - sample.measured_us) / sample.measured_us;
}

Figures figures_of(const std::vector<Sample>& samples) {
  Figures figures;
  figures.n = static_cast<int>(samples.size());
  if (samples.empty()) return figures;
  add_errors(samples, figures);
  add_ranking(samples, figures);
  add_coverage(samples, figures);
  return figures;
}

}  // namespace spyre::validate
