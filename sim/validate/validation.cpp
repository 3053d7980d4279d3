// Hands rows to processes and sorts what comes back into families.
#include "sim/validate/validation.hpp"

#include "sim/report/number_text.hpp"
#include "sim/validate/workers.hpp"

#include <map>
#include <utility>

namespace spyre::validate {
namespace {

Outcome outcome_of(const Answer& answer) {
  if (answer.fault.empty()) return decoded(answer.text);
  return failed(Error(ErrorKind::Internal, "internal", answer.fault), Source::Built);
}

std::vector<Family> families_of(const std::vector<Row>& rows,
                                const std::vector<Outcome>& outcomes) {
  constexpr int kAllCores = 0;
  std::map<std::pair<std::string, int>, std::vector<Sample>> samples;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!outcomes[i].predicted) continue;
    const Sample sample = sample_of(rows[i], *outcomes[i].predicted);
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
  return {row.id, row.shape, row.measured_us, report::microseconds(predicted)};
}

Validation validation_of(std::vector<Row> rows, std::size_t at_once,
                         const std::function<Outcome(const Row&)>& predict,
                         const std::function<void(std::size_t)>& done) {
  Validation validation;
  const auto job = [&](std::size_t i) { return encoded(predict(rows[i])); };
  for (const Answer& answer : in_processes(rows.size(), at_once, job, done))
    validation.outcomes.push_back(outcome_of(answer));
  validation.families = families_of(rows, validation.outcomes);
  validation.rows = std::move(rows);
  return validation;
}

}  // namespace spyre::validate
