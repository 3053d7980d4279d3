// validate: simulates measured configurations and prints predicted against measured.
#include "sim/bundle/read.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/intervals.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/outputs.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/timing_log.hpp"
#include "sim/cli/usage.hpp"
#include "sim/config/kept_files.hpp"
#include "sim/files/output_file.hpp"
#include "sim/report/json_text.hpp"
#include "sim/validate/against.hpp"
#include "sim/validate/errors.hpp"
#include "sim/validate/predict.hpp"
#include "sim/validate/table.hpp"
#include "sim/validate/validation_json.hpp"
#include "sim/validate/validation_text.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace spyre::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kBeyondLimit = 6;

struct Options {
  Many many;
  std::vector<std::string> data;
  std::optional<std::string> plans, against, write_errors;
  std::size_t every = 1;
  std::optional<double> tolerance;
  std::string format = "text";
};

std::vector<validate::Row> rows_of(const Options& options) {
  std::vector<fs::path> tables(options.data.begin(), options.data.end());
  if (tables.empty()) tables = config::default_tables();
  return validate::every(options.every, validate::read_tables(tables));
}

// A folder without a plan of any row is a mistake in its name or in that of the table.
std::optional<fs::path> plans_folder(const Options& options,
                                     const std::vector<validate::Row>& rows) {
  if (!options.plans) return std::nullopt;
  const fs::path folder = *options.plans;
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw Error(ErrorKind::Input, folder.string(), "is no directory",
                "a folder of plans, named by the ids of the rows");
  const bool any = std::any_of(rows.begin(), rows.end(), [&](const validate::Row& row) {
    return fs::is_directory(folder / row.id, ignored);
  });
  if (!any)
    throw Error(ErrorKind::Input, folder.string(), "has no plan of any row",
                fmt::format("folders named by the ids of the rows, as in {}", rows.front().id));
  return folder;
}

std::optional<validate::StoredTable> stored_table(const Options& options) {
  if (options.tolerance && !options.against)
    throw usage_error("--tolerance is given without a table", "--against TABLE.json beside it");
  if (!options.against) return std::nullopt;
  return validate::read_stored(*options.against);
}

validate::Validation simulated(const Options& options, std::vector<validate::Row> rows,
                               const validate::Settings& settings, const Console& console) {
  TimingLog log(options.many.judgement.timing_log);
  const auto predict = [&](const validate::Row& row) {
    Stopwatch watch;
    validate::Outcome outcome = validate::predict(row, settings);
    watch.lap("row");
    log.append(row.id, watch, outcome.fault ? exit_code(outcome.fault->kind) : 0);
    return outcome;
  };
  Progress progress(console, "validate");
  const auto work = [&](const validate::Row& row) { return validate::work_of(row, settings); };
  const std::size_t total = rows.size();
  validate::Validation validation =
      validate::validation_of(std::move(rows), options.many.jobs.value_or(all_cores()), predict,
                              work, [&](std::size_t done) { progress.tell(done, total, "rows"); });
  log.finish();
  return validation;
}

std::string printed(const validate::Validation& validation, const std::string& format) {
  if (format == "csv") return validate::validation_csv(validation);
  if (format == "text") return validate::validation_text(validation);
  return report::json_text(validate::validation_json(validation), report::Layout::Pretty) + '\n';
}

bool anything_predicted(const validate::Validation& validation) {
  return std::any_of(
      validation.outcomes.begin(), validation.outcomes.end(),
      [](const validate::Outcome& outcome) { return outcome.predicted.has_value(); });
}

// From the errors of these rows when they are asked for, else from those that come with the
// program.
void add_intervals(const Options& options, const params::ChipParams& params,
                   validate::Validation& validation) {
  Intervals intervals;
  if (options.write_errors && anything_predicted(validation)) {
    const std::vector<interval::Known> known =
        validate::known_of(validation.rows, validation.outcomes);
    files::write_file(*options.write_errors, validate::errors_csv(known));
    intervals.table.emplace(known);
  } else {
    intervals = load_intervals(options.many.card, params);
  }
  if (intervals.table) validate::add_intervals(validation, *intervals.table, intervals.other_card);
}

// Of several faults the one that the contract puts first.
int weightier(int a, int b) {
  constexpr std::array order{1, 2, 4, 3, 5, kBeyondLimit, 0};
  return *std::find_if(order.begin(), order.end(),
                       [=](int code) { return code == a || code == b; });
}

int tell_faults(const validate::Validation& validation, const Console& console) {
  int code = 0;
  for (std::size_t i = 0; i < validation.rows.size(); ++i) {
    const std::optional<validate::Fault>& fault = validation.outcomes[i].fault;
    if (!fault) continue;
    code = weightier(code, exit_code(fault->kind));
    for (Problem problem : fault->problems) {
      problem.where = validation.rows[i].id + (problem.where.empty() ? "" : ": ") + problem.where;
      console.error(problem);
    }
  }
  return code;
}

// Nothing wrong among no rows is no success.
int tell_nothing(const validate::Validation& validation, const Console& console) {
  if (anything_predicted(validation)) return 0;
  console.error({"validate", fmt::format("none of {} rows was predicted", validation.rows.size()),
                 "rows that can be built, or whose plans --plans holds"});
  return exit_code(ErrorKind::Input);
}

int compared(const validate::Validation& validation, const validate::StoredTable& table,
             double points, const Console& console) {
  if (!validate::any_common(validation.families, table)) {
    console.error({"--against", "has no family of these rows", "a table of the same rows"});
    return exit_code(ErrorKind::Input);
  }
  for (const Problem& problem : validate::uncovered(validation.families, table))
    console.warning(problem);
  const std::vector<Problem> worse = validate::worse(validation.families, table, points);
  for (const Problem& problem : worse) console.error(problem);
  return worse.empty() ? 0 : kBeyondLimit;
}

int run(const Options& options, Console& console) {
  apply(options.many.talk, console);
  refuse_same_file({{"--write-errors", options.write_errors},
                    {"--against", options.against},
                    {"--timing-log", options.many.judgement.timing_log}});
  const std::optional<validate::StoredTable> table = stored_table(options);
  std::vector<validate::Row> rows = rows_of(options);
  const validate::Settings settings{
      load(options.many.card), plans_folder(options, rows),
      [](const fs::path& folder) { return bundle::read_plan(folder); },
      options.many.judgement.strict};
  validate::Validation validation = simulated(options, std::move(rows), settings, console);
  add_intervals(options, settings.params, validation);
  console.print(printed(validation, options.format));
  const int code = weightier(tell_faults(validation, console), tell_nothing(validation, console));
  if (!table) return code;
  return weightier(code, compared(validation, *table, options.tolerance.value_or(0), console));
}

void add_options(CLI::App& command, Options& options) {
  command
      .add_option("--data", options.data,
                  "table of measured times instead of those that come with the program")
      ->check(not_empty)
      ->type_name("FILE.csv")
      ->expected(1)
      ->take_all();
  command
      .add_option("--plans", options.plans,
                  "folder of plans: DIR/ID for a row, where it exists; else the plan is built")
      ->check(not_empty)
      ->type_name("DIR");
  command.add_option("--format", options.format, "form of the result: text (default), json or csv")
      ->check(CLI::IsMember({"text", "json", "csv"}))
      ->type_name("FORMAT");
  command
      .add_option("--against", options.against,
                  "stored result (json); exit code 6 when the RMS of a family is above it")
      ->check(not_empty)
      ->type_name("TABLE.json");
  command
      .add_option("--tolerance", options.tolerance,
                  "points of a percent by which it may be above, 0 without this option")
      ->check(not_negative)
      ->type_name("POINTS");
  command
      .add_option("--every", options.every,
                  "only every Nth row of each family and core count, from the first")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command
      .add_option("--write-errors", options.write_errors,
                  "write the errors of the rows as a table for prediction intervals, and take the "
                  "intervals from it")
      ->type_name("FILE.csv")
      ->check(not_empty);
}

}  // namespace

Command add_validate(CLI::App& app, Console& console) {
  CLI::App* command =
      app.add_subcommand("validate", "predicted against measured times of a table of kernels");
  const auto options = std::make_shared<Options>();
  add_options(*command, *options);
  add_many(*command, options->many, "rows");
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
