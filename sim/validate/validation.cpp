// Hands rows to processes and sorts what comes back into families.
#include "sim/validate/validation.hpp"

#include "sim/report/number_text.hpp"
#include "sim/workers/workers.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace spyre::validate {
namespace {

Outcome outcome_of(const workers::Answer& answer) {
  if (answer.fault.empty()) return decoded(answer.text);
  return failed(Error(ErrorKind::Internal, "internal", answer.fault), Source::Built);
}

// What takes long on the card takes long to simulate.
std::vector<std::size_t> longest_first(const std::vector<Row>& rows) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return rows[a].measured_us > rows[b].measured_us;
  });
  return order;
}

using Twins = std::vector<std::size_t>;  // rows of the same work

std::vector<Twins> by_work(const std::vector<Row>& rows,
                           const std::function<std::string(const Row&)>& work) {
  std::vector<Twins> jobs;
  std::map<std::string, std::size_t> known;
  for (const std::size_t row : longest_first(rows)) {
    const std::string text = work ? work(rows[row]) : std::string();
    const auto [found, fresh] = known.emplace(text, jobs.size());
    if (fresh || text.empty())
      jobs.push_back({row});
    else
      jobs[found->second].push_back(row);
  }
  return jobs;
}

std::vector<Family> families_of(const Validation& validation) {
  const std::vector<Row>& rows = validation.rows;
  constexpr int kAllCores = 0;
  std::map<std::pair<std::string, int>, std::vector<Sample>> samples;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::optional<Time>& predicted = validation.outcomes[i].predicted;
    if (!predicted) continue;
    Sample sample = sample_of(rows[i], *predicted);
    sample.bounds = validation.bounds[i];
    for (const std::string& family : rows[i].families) {
      samples[{family, kAllCores}].push_back(sample);
      samples[{family, rows[i].cores}].push_back(sample);
    }
  }
  std::vector<Family> families;
  for (const auto& [key, members] : samples) {
    const auto& [name, cores] = key;
    families.push_back(
        {name, cores == kAllCores ? std::nullopt : std::optional(cores), figures_of(members)});
  }
  return families;
}

}  // namespace

Sample sample_of(const Row& row, Time predicted) {
  return {row.id, row.shape, row.measured_us, report::microseconds(predicted), {}};
}

void add_intervals(Validation& validation, const interval::Table& table, bool other_card) {
  for (std::size_t i = 0; i < validation.rows.size(); ++i) {
    const Outcome& outcome = validation.outcomes[i];
    const Row& row = validation.rows[i];
    if (outcome.predicted)
      validation.bounds[i] = table.bounds_of({outcome.features, row.build, row.group, other_card});
  }
  validation.families = families_of(validation);
}

std::vector<Row> every(std::size_t n, std::vector<Row> rows) {
  std::map<std::pair<std::string, int>, std::size_t> seen;
  std::vector<Row> kept;
  for (Row& row : rows) {
    if (seen[{row.families.front(), row.cores}]++ % n == 0) kept.push_back(std::move(row));
  }
  return kept;
}

Validation validation_of(std::vector<Row> rows, std::size_t at_once,
                         const std::function<Outcome(const Row&)>& predict,
                         const std::function<std::string(const Row&)>& work,
                         const std::function<void(std::size_t)>& done) {
  Validation validation;
  const std::vector<Twins> jobs = by_work(rows, work);
  const auto job = [&](std::size_t i) { return encoded(predict(rows[jobs[i].front()])); };
  const std::vector<workers::Answer> answers =
      workers::in_processes(jobs.size(), at_once, job, done);
  validation.outcomes.resize(rows.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    for (const std::size_t row : jobs[i]) validation.outcomes[row] = outcome_of(answers[i]);
  }
  validation.bounds.resize(rows.size());
  validation.rows = std::move(rows);
  validation.families = families_of(validation);
  return validation;
}

}  // namespace spyre::validate
