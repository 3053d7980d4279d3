// Calls the rooms in order and hands each one's result to the next.
#include "sim/cli/plan_run.hpp"

#include "sim/check/check.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/values_run.hpp"
#include "sim/config/config.hpp"
#include "sim/report/findings.hpp"
#include "sim/report/report_csv.hpp"
#include "sim/report/report_json.hpp"
#include "sim/report/report_text.hpp"
#include "sim/report/trace.hpp"
#include "sim/report/verdict.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"

#include <spdlog/spdlog.h>

#include <memory>

namespace spyre::cli {
namespace {

// The files of a run, opened before it so that a bad path costs no time.
struct Files {
  std::unique_ptr<files::OutputFile> report;
  std::unique_ptr<report::Trace> trace;
};

Files open_files(const OutputPaths& paths) {
  Files files;
  if (paths.report) files.report = std::make_unique<files::OutputFile>(*paths.report);
  if (paths.trace) files.trace = std::make_unique<report::Trace>(*paths.trace);
  return files;
}

std::vector<report::Assumption> assumed_parameters(const params::ChipParams& params) {
  std::vector<report::Assumption> assumed;
  for (const config::Assumption& parameter : config::described(params)) {
    if (parameter.status == "assumed")
      assumed.push_back({parameter.parameter, parameter.value, parameter.status});
  }
  return assumed;
}

report::Context context_of(const RunSettings& settings, const std::string& path,
                           std::vector<check::Finding> findings, const plan::Plan& plan,
                           const observe::Result& result) {
  const params::ChipParams& params = settings.params;
  const std::optional<report::Interval> interval =
      interval_of(settings.intervals, plan, result, findings);
  for (const std::string& note : result.notes) findings.push_back(report::remark(note));
  report::name_files_from(path, findings);
  return {SPYRE_VERSION, config::config_hash(params), assumed_parameters(params),
          std::move(findings), interval};
}

std::string printed(const report::Report& report, const RunSettings& settings,
                    const Console& console) {
  using report::Colour, report::Layout;
  switch (settings.format) {
    case Format::Text:
      return report::report_text(report, console.colour_output() ? Colour::Yes : Colour::No) +
             (settings.several ? "\n" : "");
    case Format::Json:
      return report::json_text(report::report_json(report),
                               settings.several ? Layout::Line : Layout::Pretty) +
             '\n';
    case Format::Csv: return report::report_csv(report);
  }
  return "";
}

// Comma separated values have no place for warnings.
void tell_warnings(const report::Report& report, const Console& console) {
  for (const report::Folded& group : report::folded(report.warnings)) {
    if (group.first.severity == check::Severity::Warning)
      console.warning(report::problem_of(group.first));
  }
}

void write(const report::Report& report, Files& files) {
  if (files.report) {
    files.report->write(report::json_text(report::report_json(report), report::Layout::Pretty) +
                        '\n');
    files.report->commit();
  }
  if (files.trace) files.trace->finish();
}

observe::Result simulate(const RunSettings& settings, const plan::Plan& plan, Files& files,
                         Stopwatch& watch, const Console& console) {
  const program::Program program = schedule::make_program(plan, settings.params);
  watch.lap("schedule");
  Progress progress(console, plan.name);
  observe::Result result =
      run::simulate(program, settings.params, files.trace.get(), progress.function());
  watch.lap("simulate");
  return result;
}

}  // namespace

int run_plan(const RunSettings& settings, const std::string& path, const OutputPaths& outputs,
             Stopwatch& watch, Console& console) {
  Files files = open_files(outputs);
  const plan::Plan plan = bundle::read_plan(path, settings.read);
  watch.lap("read");
  spdlog::info("{}: {} launches, {} operations, {} cores", plan.name, plan.launches.size(),
               plan.operation_count(), plan.cores_used());
  const std::vector<check::Finding> findings =
      check::check_plan(plan, settings.params, check::Mode::Run);
  watch.lap("check");
  spdlog::info("{}: {} findings", plan.name, findings.size());
  report::refuse_forbidden(findings, settings.strict);
  const observe::Result result = simulate(settings, plan, files, watch, console);
  spdlog::info("{}: simulated {} ps", plan.name, result.elapsed.count());
  const report::Report report = report::make_report(
      plan, result, settings.params, context_of(settings, path, findings, plan, result));
  write(report, files);
  if (settings.format == Format::Csv) tell_warnings(report, console);
  console.print(printed(report, settings, console));
  watch.lap("report");
  if (!outputs.values) return 0;
  const int code = run_values(plan, settings.values, *outputs.values, settings.strict,
                              settings.format == Format::Text, console);
  watch.lap("values");
  return code;
}

}  // namespace spyre::cli
