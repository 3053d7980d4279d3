// Calls the rooms in order for one kernel.
#include "sim/target/kernel_time.hpp"

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/config/config.hpp"
#include "sim/report/limit.hpp"
#include "sim/report/report.hpp"
#include "sim/report/report_json.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"

namespace spyre::target {
namespace {

using report::Json;

Json simulated(const std::string& name, const std::map<std::string, std::string>& texts,
               const params::ChipParams& chip) {
  const plan::Plan plan = bundle::read_bundle(name, texts);
  const program::Program program = schedule::make_program(plan, chip);
  const observe::Result result = run::simulate(program, chip);
  const report::Report report = report::make_report(plan, result, chip, {});
  const auto limit = report::limit_of(report);
  return {{"time_ps", report.kernel.count()},
          {"operations", report.plan.operations},
          {"interval", report::report_json(report).at("interval")},
          {"bound", limit ? Json(report::name(limit->bound)) : Json(nullptr)}};
}

}  // namespace

Json kernel_time(const std::string& name, const std::map<std::string, std::string>& texts,
                 const params::ChipParams& chip) {
  try {
    return simulated(name, texts, chip);
  } catch (const Error& e) {
    return {{"error", e.what()}};
  }
}

}  // namespace spyre::target
