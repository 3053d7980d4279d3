// How well one list of times orders what another list measured.
#pragma once

#include <optional>
#include <vector>

namespace spyre::validate {

// Spearman's rank correlation; equal values share the mean of their ranks. Nothing when one list
// has no order at all.
std::optional<double> rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

// Whether the choice that is fastest by prediction is the fastest by measurement, or within 3 % of
// it. Of equal predictions the first is chosen.
bool picks_best(const std::vector<double>& predicted, const std::vector<double>& measured);

}  // namespace spyre::validate
