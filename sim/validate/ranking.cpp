// Ranks, their correlation, and the choice of a minimum.
#include "sim/validate/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spyre::validate {
namespace {

constexpr double kNear = 1.03;

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) {
    const auto below =
        std::count_if(values.begin(), values.end(), [=](double v) { return v < value; });
    const auto equal = std::count(values.begin(), values.end(), value);
    result.push_back(static_cast<double>(below) + static_cast<double>(equal - 1) / 2);
  }
  return result;
}

// Ranks less their mean.
std::vector<double> centred_ranks(const std::vector<double>& values) {
  std::vector<double> result = ranks(values);
  const double mean = static_cast<double>(values.size() - 1) / 2;
  for (double& rank : result) rank -= mean;
  return result;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

std::optional<double> rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 2) return std::nullopt;
  const std::vector<double> x = centred_ranks(a), y = centred_ranks(b);
  const double spread = product(x, x) * product(y, y);
  if (spread == 0) return std::nullopt;
  return product(x, y) / std::sqrt(spread);
}

bool picks_best(const std::vector<double>& predicted, const std::vector<double>& measured) {
  const auto pick = std::min_element(predicted.begin(), predicted.end()) - predicted.begin();
  const double best = *std::min_element(measured.begin(), measured.end());
  return measured[static_cast<std::size_t>(pick)] <= kNear * best;
}

}  // namespace spyre::validate
