// run: simulates plans and prints their timing reports.
#include "sim/check/check.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/each_plan.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/outputs.hpp"
#include "sim/cli/plan_run.hpp"
#include "sim/cli/values_run.hpp"
#include "sim/report/report_csv.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <memory>

namespace spyre::cli {
namespace {

struct Options {
  Talk talk;
  Card card;
  Plans plans;
  Judgement judgement;
  ValueOptions values;
  std::optional<std::string> report, trace;
  std::string format = "text";
};

Format format_named(const std::string& name) {
  if (name == "json") return Format::Json;
  return name == "csv" ? Format::Csv : Format::Text;
}

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  const std::vector<std::string>& plans = options.plans.paths;
  const bool several = plans.size() > 1;
  const params::ChipParams params = load(options.card);
  const RunSettings settings{params,
                             read_options(options.plans),
                             options.judgement.strict,
                             format_named(options.format),
                             value_settings(options.values),
                             load_intervals(options.card, params),
                             several};
  if (!several) {
    refuse_same_file({{"--report", options.report},
                      {"--trace", options.trace},
                      {"--timing-log", options.judgement.timing_log}});
  }
  const std::vector<OutputPaths> outputs =
      output_paths(plans, options.report, options.trace, options.values.directory);
  TimingLog log(options.judgement.timing_log);
  if (settings.format == Format::Csv) console.print(report::csv_heading());
  const int code = for_each_plan(plans.size(), console, [&](std::size_t i) {
    Stopwatch watch;
    const int result =
        console.guarded([&] { return run_plan(settings, plans[i], outputs[i], watch, console); });
    log.append(plans[i], watch, result);
    return result;
  });
  log.finish();
  return code;
}

}  // namespace

Command add_run(CLI::App& app, Console& console) {
  CLI::App* command = app.add_subcommand("run", "simulate plans and print their timing reports");
  const auto options = std::make_shared<Options>();
  add_plans(*command, options->plans);
  command
      ->add_option("--report", options->report,
                   "write the report as JSON; with several plans a directory")
      ->type_name("FILE")
      ->check(not_empty);
  command
      ->add_option(
          "--trace", options->trace,
          "write a timeline for ui.perfetto.dev; .gz compresses; with several plans a directory")
      ->type_name("FILE")
      ->check(not_empty);
  command
      ->add_option("--format", options->format,
                   "form of the report on standard output: text (default), json or csv")
      ->check(CLI::IsMember({"text", "json", "csv"}))
      ->type_name("FORMAT");
  add_values(*command, options->values);
  add_card(*command, options->card);
  add_judgement(*command, options->judgement);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
