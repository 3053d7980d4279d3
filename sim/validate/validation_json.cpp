// Orders figures and rows into the keys of the schema.
#include "sim/validate/validation_json.hpp"

#include "sim/report/number_text.hpp"
#include "sim/validate/csv.hpp"

namespace spyre::validate {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json family_json(const Family& family) {
  const Figures& f = family.figures;
  return {{"family", family.name},
          {"cores", or_null(family.cores)},
          {"n", f.n},
          {"rms_pct", f.rms_pct},
          {"bias_pct", f.bias_pct},
          {"worst_id", f.worst_id},
          {"spearman", or_null(f.spearman)},
          {"best_split_pct", or_null(f.best_split_pct)},
          {"interval_coverage_pct", or_null(f.coverage_pct)}};
}

struct Times {
  double predicted_us = 0;
  std::optional<double> low_us, high_us;
};

Times times_of(const Outcome& outcome, const std::optional<interval::Bounds>& bounds) {
  const double predicted = report::microseconds(*outcome.predicted);
  if (!bounds) return {predicted, {}, {}};
  return {predicted, predicted * bounds->low, predicted * bounds->high};
}

std::string time_text(const std::optional<double>& time) {
  constexpr int kDecimals = 6;
  return time ? report::decimal(*time, kDecimals) : "";
}

Json row_json(const Row& row, const Outcome& outcome, const Times& times) {
  return {{"id", row.id},
          {"family", row.families.front()},
          {"cores", row.cores},
          {"measured_us", row.measured_us},
          {"predicted_us", times.predicted_us},
          {"low_us", or_null(times.low_us)},
          {"high_us", or_null(times.high_us)},
          {"source", name(outcome.source)}};
}

}  // namespace

Json validation_json(const Validation& validation) {
  Json families = Json::array(), rows = Json::array(), skipped = Json::array();
  for (const Family& family : validation.families) families.push_back(family_json(family));
  for (std::size_t i = 0; i < validation.rows.size(); ++i) {
    const Row& row = validation.rows[i];
    const Outcome& outcome = validation.outcomes[i];
    if (outcome.predicted)
      rows.push_back(row_json(row, outcome, times_of(outcome, validation.bounds[i])));
    else
      skipped.push_back({{"id", row.id}, {"why", outcome.why}});
  }
  return {{"schema", "spyre-sim/validate/1"},
          {"families", std::move(families)},
          {"rows", std::move(rows)},
          {"skipped", std::move(skipped)}};
}

std::string validation_csv(const Validation& validation) {
  std::string text = csv_line(
      {"id", "family", "cores", "measured_us", "predicted_us", "low_us", "high_us", "source"});
  for (std::size_t i = 0; i < validation.rows.size(); ++i) {
    const Row& row = validation.rows[i];
    const Outcome& outcome = validation.outcomes[i];
    if (!outcome.predicted) continue;
    const Times times = times_of(outcome, validation.bounds[i]);
    text += csv_line({row.id, row.families.front(), std::to_string(row.cores),
                      time_text(row.measured_us), time_text(times.predicted_us),
                      time_text(times.low_us), time_text(times.high_us), name(outcome.source)});
  }
  return text;
}

}  // namespace spyre::validate
