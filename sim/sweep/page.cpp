// The page: sentences first, then the tables and drawings behind them.
#include "sim/sweep/summary.hpp"

#include "sim/report/number_text.hpp"
#include "sim/sweep/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::sweep {
namespace {

constexpr std::size_t kBest = 15, kReasons = 12, kMostBars = 40, kMostCells = 40;

constexpr const char* kStyle =
    "body{font:15px/1.45 system-ui,sans-serif;color:#222;max-width:60em;margin:2em auto;"
    "padding:0 1em}h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;"
    "border-bottom:1px solid #ddd}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "svg{max-width:100%;height:auto;font:12px system-ui,sans-serif}svg text{fill:#222}"
    ".grid{stroke:#ddd}.point{fill:#9aa7b2}.best{fill:#d95f0e}.front{fill:none;stroke:#d95f0e}"
    ".bar{fill:#3182bd}.lead{font-size:1.05em}";

std::string cell(const std::string& text, bool number = false, const char* tag = "td") {
  return fmt::format("<{0}{1}>{2}</{0}>", tag, number ? " class='n'" : "", escaped(text));
}

std::string table_of(const Results& results, const std::vector<std::size_t>& points) {
  std::string out = "<table><tr>";
  out += cell("kernel us", true, "th") + cell("device us", true, "th");
  out += cell("limited by", false, "th");
  for (const Dimension& d : results.dimensions) out += cell(d.name, d.numeric(), "th");
  out += "</tr>\n";
  for (const std::size_t i : points) {
    const Result& r = results.simulated[i];
    out += "<tr>" + cell(report::fixed(r.kernel_us, 3), true) +
           cell(report::fixed(r.device_us, 3), true) + cell(r.bound);
    for (std::size_t d = 0; d < r.at.size(); ++d) {
      const Dimension& dimension = results.dimensions[d];
      out += cell(dimension.values[r.at[d]], dimension.numeric());
    }
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

std::string effects(const Summary& summary) {
  std::string out;
  for (const Effect& effect : summary.effects) {
    const Dimension& dimension = summary.results.dimensions[effect.dimension];
    if (effect.groups == 0 || dimension.values.size() > kMostBars) continue;
    out += fmt::format("<h3>{}</h3>\n", escaped(dimension.name));
    out += effect_bars(summary.results, effect);
  }
  if (out.empty()) return out;
  return "<h2>One axis at a time</h2>\n<p>Kernel time relative to the fastest value of the axis "
         "with everything else equal; the mean of all such comparisons. 1 is best.</p>\n" +
         out;
}

std::string heat(const Summary& summary) {
  if (summary.effects.size() < 2) return {};
  const std::size_t a = summary.effects[0].dimension, b = summary.effects[1].dimension;
  const auto& dimensions = summary.results.dimensions;
  const bool a_across = dimensions[a].values.size() <= dimensions[b].values.size();
  const std::size_t across = a_across ? a : b, down = a_across ? b : a;
  if (dimensions[down].values.size() > kMostCells || dimensions[across].values.size() > kMostCells)
    return {};
  return fmt::format(
      "<h2>{} against {}</h2>\n<p>Kernel time in us, the fastest of all other "
      "axes.</p>\n{}",
      escaped(dimensions[down].name), escaped(dimensions[across].name),
      heat_map(summary.results, down, across));
}

std::string reasons(const Results& results) {
  if (results.reasons.empty()) return {};
  std::string out = "<h2>Refused and failed</h2>\n<table>";
  std::size_t shown = 0;
  for (const auto& [reason, n] : results.reasons) {
    if (++shown > kReasons) break;
    out += "<tr>" + cell(std::to_string(n), true) + cell(reason) + "</tr>\n";
  }
  return out + "</table>\n";
}

}  // namespace

std::string summary_page(const Summary& summary) {
  const Results& results = summary.results;
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>sweep</title>"
      "<style>{}</style></head><body>\n<h1>What the sweep says</h1>\n",
      kStyle);
  for (const std::string& sentence : sentences(summary))
    out += fmt::format("<p class='lead'>{}</p>\n", escaped(sentence));
  out += "<h2>Fastest points</h2>\n" + table_of(results, fastest(results, kBest));
  const auto& [a, b] = summary.figures;
  out += fmt::format(
      "<h2>{} against {}</h2>\n<p>Less is better in both; orange points are beaten "
      "by none.</p>\n",
      escaped(b.name), escaped(a.name));
  out += scatter(summary) + table_of(results, front_of(results, a, b));
  out += heat(summary) + effects(summary) + reasons(results);
  return out + "</body></html>\n";
}

}  // namespace spyre::sweep
