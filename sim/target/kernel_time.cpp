// Calls the rooms in order for one kernel.
#include "sim/target/kernel_time.hpp"

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/config/config.hpp"
#include "sim/report/json_text.hpp"
#include "sim/report/limit.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/report.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"

namespace spyre::target {
namespace {

using report::Json;

Json interval_json(const Measured& measured, const plan::Plan& plan,
                   const observe::Result& result) {
  if (!measured.table || result.kernel == Time{0}) return nullptr;
  const interval::Bounds bounds = measured.table->bounds_of(
      {interval::features_of(plan, result), interval::kDefaultBuild, {}, measured.other_card});
  const double predicted_us = report::microseconds(result.kernel);
  return {{"low_us", predicted_us * bounds.low},
          {"high_us", predicted_us * bounds.high},
          {"level", interval::kLevel}};
}

Json simulated(const std::string& name, const std::map<std::string, std::string>& texts,
               const params::ChipParams& chip, const Measured& measured) {
  const plan::Plan plan = bundle::read_bundle(name, texts);
  const program::Program program = schedule::make_program(plan, chip);
  const observe::Result result = run::simulate(program, chip);
  const report::Report report = report::make_report(plan, result, chip, {});
  const auto limit = report::limit_of(report);
  return {{"time_ps", report.kernel.count()},
          {"operations", report.plan.operations},
          {"interval", interval_json(measured, plan, result)},
          {"bound", limit ? Json(report::name(limit->bound)) : Json(nullptr)}};
}

}  // namespace

Json kernel_time(const std::string& name, const std::map<std::string, std::string>& texts,
                 const params::ChipParams& chip, const Measured& measured) {
  try {
    return simulated(name, texts, chip, measured);
  } catch (const Error& e) {
    return {{"error", e.what()}};
  }
}

}  // namespace spyre::target
