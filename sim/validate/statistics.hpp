// Figures of accuracy of a set of configurations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/interval/interval.hpp"

namespace spyre::validate {

struct Sample {
  std::string id;
  std::string
      shape;  // groups of at least three samples of one shape are ranked; empty: in no group
  double measured_us = 0, predicted_us = 0;
  std::optional<interval::Bounds> bounds;
};

// Errors are (predicted − measured) / measured.
double error_of(const Sample& sample);

struct Figures {
  int n = 0;
  double rms_pct = 0, bias_pct = 0;
  std::string worst_id;  // of the largest error either way, the first of equals
  double worst_pct = 0;
  int shapes = 0;                        // groups
  std::optional<double> spearman;        // mean over the groups
  std::optional<double> coverage_pct;    // of the samples with bounds: measured within them
  std::optional<double> best_split_pct;  // groups whose choice is the best or within 3 % of it
};

Figures figures_of(const std::vector<Sample>& samples);

}  // namespace spyre::validate
