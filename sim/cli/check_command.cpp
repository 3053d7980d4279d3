// check: applies the static rules to plans and prints the findings.
#include "sim/check/check.hpp"

#include "sim/bundle/read.hpp"
#include "sim/check/rules.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/plan_names.hpp"
#include "sim/cli/reading.hpp"
#include "sim/cli/timing_log.hpp"
#include "sim/report/findings.hpp"
#include "sim/report/verdict.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace spyre::cli {
namespace {

using report::Layout;

struct Options {
  Talk talk;
  Card card;
  Plans plans;
  Judgement judgement;
  std::string format = "text";
};

struct Checked {
  std::string name;
  std::vector<check::Finding> findings;
};

Checked check_file(const std::string& path, const bundle::ReadOptions& options,
                   const params::ChipParams& params) {
  // A plan that cannot be understood is a finding like any other; a file that cannot be read is
  // not.
  try {
    const plan::Plan plan = bundle::read_plan(path, options);
    return {plan.name, check::check_plan(plan, params, check::Mode::Check)};
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::Plan && e.kind() != ErrorKind::Unsupported) throw;
    return {plan_name(path), findings_of(e)};
  }
}

report::RuleTitles rule_titles() {
  report::RuleTitles titles;
  for (const check::Rule& rule : check::rules()) titles.emplace(rule.id, rule.title);
  return titles;
}

std::string printed(const Checked& checked, const std::string& format, Layout layout) {
  if (format == "json") {
    return report::json_text(report::findings_json(checked.name, checked.findings), layout) + '\n';
  }
  if (format == "sarif") {
    return report::json_text(report::findings_sarif(checked.findings, SPYRE_VERSION, rule_titles()),
                             layout) +
           '\n';
  }
  return report::findings_text(checked.name, checked.findings);
}

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  const params::ChipParams params = load(options.card);
  const bundle::ReadOptions read = read_options(options.plans);
  const Layout layout = options.plans.paths.size() > 1 ? Layout::Line : Layout::Pretty;
  TimingLog log(options.judgement.timing_log);
  int first = 0;
  for (const std::string& path : options.plans.paths) {
    Stopwatch watch;
    const int code = console.guarded([&] {
      const Checked checked = check_file(path, read, params);
      watch.lap("check");
      console.print(printed(checked, options.format, layout));
      return report::forbidding(checked.findings, options.judgement.strict).empty()
                 ? 0
                 : exit_code(ErrorKind::Plan);
    });
    log.append(path, watch, code);
    if (first == 0) first = code;
  }
  log.finish();
  return first;
}

}  // namespace

Command add_check(CLI::App& app, Console& console) {
  CLI::App* command =
      app.add_subcommand("check", "apply the static rules to plans and print the findings");
  const auto options = std::make_shared<Options>();
  add_plans(*command, options->plans);
  command
      ->add_option("--format", options->format,
                   "form of the findings: text (default), json or sarif")
      ->check(CLI::IsMember({"text", "json", "sarif"}))
      ->type_name("FORMAT");
  add_card(*command, options->card);
  add_judgement(*command, options->judgement);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
