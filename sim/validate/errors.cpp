// Lines of errors.csv.
#include "sim/validate/errors.hpp"

#include "sim/files/text.hpp"
#include "sim/report/number_text.hpp"
#include "sim/validate/csv.hpp"

#include <fmt/format.h>

namespace spyre::validate {
namespace {

using interval::Known;

constexpr const char* kTable = "a table that `validate --write-errors` wrote";
constexpr int kDecimals = 6;  // of microseconds: to the picosecond

const std::vector<std::string>& heading() {
  static const std::vector<std::string> columns{
      "id",        "family",      "build",        "group",  "cores",
      "launch_us", "measured_us", "predicted_us", "spread", "kinds"};
  return columns;
}

std::vector<std::string> cells_of(const Known& known) {
  return {known.id,
          known.family,
          known.build,
          known.group,
          std::to_string(known.features.cores),
          report::decimal(known.features.launch_us, kDecimals),
          report::decimal(known.measured_us, kDecimals),
          report::decimal(known.predicted_us, kDecimals),
          report::decimal(known.spread, kDecimals),
          interval::shares_text(known.features.shares)};
}

double above_zero(const std::string& cell, const std::string& where) {
  const std::optional<double> number = decimal_number(cell);
  if (number && *number > 0) return *number;
  throw Error(ErrorKind::Input, where, fmt::format("'{}' is too small", cell), "a number above 0");
}

Known known_of(const Record& record, const std::string& where) {
  if (record.cells.size() != heading().size())
    throw Error(ErrorKind::Input, where, fmt::format("{} cells", record.cells.size()),
                fmt::format("{}", heading().size()));
  const std::vector<std::string>& c = record.cells;
  const std::optional<std::int64_t> cores = whole_number(c[4]);
  if (!cores || *cores < 1)
    throw Error(ErrorKind::Input, where, fmt::format("'{}' is no number of cores", c[4]), "");
  const interval::Features features{interval::shares_of(c[9], where), static_cast<int>(*cores),
                                    above_zero(c[5], where)};
  return {c[0],
          c[1],
          c[2],
          c[3],
          above_zero(c[6], where),
          above_zero(c[7], where),
          features,
          above_zero(c[8], where)};
}

std::vector<Record> records_of(const std::filesystem::path& file) {
  std::vector<Record> records = parse_csv(files::text_of(file, kTable), file.string());
  if (records.empty() || records.front().cells != heading())
    throw Error(ErrorKind::Input, file.string(), "has other columns", kTable);
  return records;
}

}  // namespace

std::vector<Known> read_errors(const std::filesystem::path& file) {
  const std::vector<Record> records = records_of(file);
  std::vector<Known> known;
  std::vector<Problem> problems;
  for (std::size_t i = 1; i < records.size(); ++i) {
    try {
      known.push_back(known_of(records[i], fmt::format("{}:{}", file.string(), records[i].line)));
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
  return known;
}

std::vector<Known> known_of(const std::vector<Row>& rows, const std::vector<Outcome>& outcomes) {
  std::vector<Known> known;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!outcomes[i].predicted || rows[i].families.front() == kApart) continue;
    known.push_back({rows[i].id, rows[i].families.front(), rows[i].build, rows[i].group,
                     rows[i].measured_us, report::microseconds(*outcomes[i].predicted),
                     outcomes[i].features, 0});
  }
  return interval::with_spreads(std::move(known));
}

std::string errors_csv(const std::vector<Known>& known) {
  std::string text = csv_line(heading());
  for (const Known& row : known) text += csv_line(cells_of(row));
  return text;
}

}  // namespace spyre::validate
