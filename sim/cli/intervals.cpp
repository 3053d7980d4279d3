// Finds the table and asks it.
#include "sim/cli/intervals.hpp"

#include "sim/cli/options.hpp"
#include "sim/config/kept_files.hpp"
#include "sim/report/number_text.hpp"
#include "sim/validate/errors.hpp"

#include <cstdlib>

namespace spyre::cli {
namespace {

bool is_default(const Card& card) {
  const char* named = std::getenv("SPYRE_SIM_CONFIG");
  return card.files.empty() && card.sets.empty() && (named == nullptr || *named == '\0');
}

}  // namespace

bool is_other_card(const Card& card, const params::ChipParams& params) {
  return !is_default(card) && !config::is_kept_card(params);
}

Intervals load_intervals(const Card& card, const params::ChipParams& params) {
  const std::optional<std::filesystem::path> file = config::kept_errors();
  if (!file) return {};
  return {interval::Table(validate::read_errors(*file)), is_other_card(card, params)};
}

std::optional<report::Interval> interval_of(const Intervals& intervals, const plan::Plan& plan,
                                            const observe::Result& result,
                                            std::vector<check::Finding>& findings) {
  if (!intervals.table || result.kernel == Time{0}) return std::nullopt;
  const interval::Bounds bounds = intervals.table->bounds_of(
      {interval::features_of(plan, result), interval::kDefaultBuild, {}, intervals.other_card});
  findings.insert(findings.end(), bounds.findings.begin(), bounds.findings.end());
  const double predicted_us = report::microseconds(result.kernel);
  return report::Interval{predicted_us * bounds.low, predicted_us * bounds.high, interval::kLevel};
}

}  // namespace spyre::cli
