// Puts what the analysis found into words.
#include "sim/sweep/summary.hpp"

#include "models/base/error.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::sweep {
namespace {

constexpr double kNothing = 1.01;  // a percent is within what the model leaves open
constexpr std::size_t kShown = 5;

std::string count_sentence(const Results& results) {
  std::size_t rows = 0;
  std::vector<std::string> parts;
  for (const auto& [status, n] : results.rows_by_status) {
    rows += n;
    parts.push_back(fmt::format("{} {}", n, status));
  }
  return fmt::format("{} points: {}.", rows, fmt::join(parts, ", "));
}

std::string bound_sentence(const Results& results) {
  std::map<std::string, std::size_t> counts;
  for (const Result& result : results.simulated) ++counts[result.bound];
  std::vector<std::pair<std::size_t, std::string>> order;
  for (const auto& [bound, n] : counts) order.emplace_back(n, bound.empty() ? "nothing" : bound);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> parts;
  for (const auto& [n, bound] : order) parts.push_back(fmt::format("{} of {}", bound, n));
  return fmt::format("Limits: {}.", fmt::join(parts, ", "));
}

std::string times(double factor) {
  return factor < 1.1 ? fmt::format("{:.1f} %", 100 * (factor - 1))
                      : fmt::format("a factor of {:.2f}", factor);
}

std::string matters(const Effect& effect) {
  return fmt::format("changing it alone changes the kernel time by {} (median of {}), at most {}",
                     times(effect.typical),
                     report::counted(static_cast<std::int64_t>(effect.groups), "comparison"),
                     times(effect.largest));
}

std::vector<std::string> axis_sentences(const Results& results,
                                        const std::vector<Effect>& effects) {
  std::vector<std::string> found, nothing, together;
  for (const Effect& effect : effects) {
    const std::string& name = results.dimensions[effect.dimension].name;
    if (effect.groups == 0) {
      together.push_back(name);
    } else if (effect.largest < kNothing) {
      nothing.push_back(fmt::format("{} (at most {})", name, times(effect.largest)));
    } else {
      const char* word = effect.typical < kNothing ? "hardly matters"
                         : found.empty()           ? "matters most"
                                                   : "matters";
      found.push_back(fmt::format("{} {}: {}.", name, word, matters(effect)));
    }
  }
  if (!nothing.empty())
    found.push_back(fmt::format("Does not matter here: {}.", fmt::join(nothing, ", ")));
  if (!together.empty())
    found.push_back(fmt::format("Never changes alone, so nothing can be said of it: {}.",
                                fmt::join(together, ", ")));
  return found;
}

}  // namespace

Summary summary_of(const std::filesystem::path& points, const std::string& figures) {
  Summary summary;
  summary.results = read_results(points);
  if (summary.results.simulated.empty())
    throw Error(ErrorKind::Input, points.string(), "holds no point that was simulated");
  summary.effects = effects_of(summary.results);
  summary.figures = figures_of(summary.results, summary.effects, figures);
  return summary;
}

std::string point_text(const Results& results, std::size_t index) {
  std::vector<std::string> parts;
  for (std::size_t d = 0; d < results.dimensions.size(); ++d) {
    const std::string& value = results.dimensions[d].values[results.simulated[index].at[d]];
    if (!value.empty()) parts.push_back(fmt::format("{} {}", results.dimensions[d].name, value));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::string> sentences(const Summary& summary) {
  const Results& results = summary.results;
  std::vector<std::string> found{count_sentence(results)};
  for (const std::size_t best : fastest(results, 1)) {
    const Result& point = results.simulated[best];
    const std::string what = point_text(results, best);
    found.push_back(fmt::format("Fastest{}{}: {} us, limited by {}.", what.empty() ? "" : ": ",
                                what, report::fixed(point.kernel_us, 3),
                                point.bound.empty() ? "nothing" : point.bound));
  }
  found.push_back(bound_sentence(results));
  const std::vector<std::string> axes = axis_sentences(results, summary.effects);
  found.insert(found.end(), axes.begin(), axes.end());
  return found;
}

std::string summary_text(const Summary& summary) {
  const Results& results = summary.results;
  std::vector<report::Table::Column> columns{
      {"kernel us"}, {"device us"}, {"limited by", report::Align::Left}};
  for (const Dimension& d : results.dimensions) columns.push_back({d.name, report::Align::Left});
  report::Table table(columns);
  for (const std::size_t i : fastest(results, kShown)) {
    const Result& r = results.simulated[i];
    std::vector<std::string> cells{report::fixed(r.kernel_us, 3), report::fixed(r.device_us, 3),
                                   r.bound};
    for (std::size_t d = 0; d < r.at.size(); ++d)
      cells.push_back(results.dimensions[d].values[r.at[d]]);
    table.add(std::move(cells));
  }
  return fmt::format("{}\n{}\n", fmt::join(sentences(summary), "\n"), table.text());
}

}  // namespace spyre::sweep
