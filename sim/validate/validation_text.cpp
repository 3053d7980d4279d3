// Lines up the figures and folds equal reasons.
#include "sim/validate/validation_text.hpp"

#include "sim/report/number_text.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace spyre::validate {
namespace {

using report::Align;
using report::fixed;

constexpr const char* kLegend =
    "\nerrors are (predicted - measured) / measured in %; Spearman is the mean over shapes with at "
    "least\n"
    "three divisions, best split the share of them whose predicted fastest division is the "
    "measured\n"
    "fastest or within 3 % of it, within the share of rows measured inside their 90 % interval\n";

std::string signed_text(double value) { return fmt::format("{:+.1f}", value); }

std::string optional_text(const std::optional<double>& value, int decimals) {
  return value ? fixed(*value, decimals) : "-";
}

std::vector<std::string> cells_of(const Family& family) {
  const Figures& f = family.figures;
  return {family.cores ? "" : family.name,
          family.cores ? std::to_string(*family.cores) : "all",
          std::to_string(f.n),
          fixed(f.rms_pct, 1),
          signed_text(f.bias_pct),
          f.worst_id,
          signed_text(f.worst_pct),
          std::to_string(f.shapes),
          optional_text(f.spearman, 3),
          optional_text(f.best_split_pct, 0),
          optional_text(f.coverage_pct, 0)};
}

// A line per core count says nothing more where there is one.
bool says_more(const std::vector<Family>& families, const Family& family) {
  const auto of_family = [&](const Family& other) { return other.name == family.name; };
  return !family.cores || std::count_if(families.begin(), families.end(), of_family) > 2;
}

std::string families_text(const std::vector<Family>& families) {
  report::Table table({{"family", Align::Left},
                       {"cores"},
                       {"n"},
                       {"RMS %"},
                       {"bias %"},
                       {"worst", Align::Left},
                       {"error %"},
                       {"shapes"},
                       {"Spearman"},
                       {"best split %"},
                       {"within %"}});
  for (const Family& family : families) {
    if (says_more(families, family)) table.add(cells_of(family));
  }
  return table.text();
}

std::string counted(std::size_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string sources_text(const Validation& validation) {
  std::size_t predicted = 0, built = 0;
  for (const Outcome& outcome : validation.outcomes) {
    if (!outcome.predicted) continue;
    ++predicted;
    if (outcome.source == Source::Built) ++built;
  }
  return fmt::format("\n{} of {} predicted: {} built, {} read\n", predicted,
                     counted(validation.rows.size(), "row"), counted(built, "plan"),
                     predicted - built);
}

// Rows left out for the same reason are one line.
std::string skipped_text(const Validation& validation) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (std::size_t i = 0; i < validation.rows.size(); ++i) {
    if (validation.outcomes[i].predicted) continue;
    const std::string& why = validation.outcomes[i].why;
    auto found = std::find_if(reasons.begin(), reasons.end(),
                              [&](const auto& reason) { return reason.first == why; });
    if (found == reasons.end()) found = reasons.insert(found, {why, {}});
    found->second.push_back(validation.rows[i].id);
  }
  std::string text;
  for (const auto& [why, ids] : reasons)
    text += fmt::format("  {} skipped: {} ({})\n", ids.size(), why, fmt::join(ids, ", "));
  return text;
}

}  // namespace

std::string validation_text(const Validation& validation) {
  return families_text(validation.families) + kLegend + sources_text(validation) +
         skipped_text(validation);
}

}  // namespace spyre::validate
