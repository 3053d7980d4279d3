// Calls the rooms in order for one point.
#include "sim/sweep/simulate.hpp"

#include "sim/check/check.hpp"
#include "sim/make/make.hpp"
#include "sim/report/limit.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/report.hpp"
#include "sim/report/verdict.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"
#include "sim/sweep/card.hpp"

namespace spyre::sweep {
namespace {

Outcome simulated(const plan::Plan& plan, const params::ChipParams& card, const Ground& ground) {
  report::refuse_forbidden(check::check_plan(plan, card, check::Mode::Run), ground.strict);
  const observe::Result result = run::simulate(schedule::make_program(plan, card), card);
  const report::Report report = report::make_report(plan, result, card, {});
  const std::optional<report::Limit> limit = report::limit_of(report);
  Outcome outcome;
  outcome.kernel = report.kernel;
  outcome.device = report.device;
  outcome.bound = limit ? report::name(limit->bound) : "";
  const bool kept = ground.keep.keeps(
      {report::microseconds(outcome.kernel), report::microseconds(outcome.device), outcome.bound});
  outcome.status = kept ? Status::Ok : Status::Filtered;
  return outcome;
}

}  // namespace

Outcome run_point(const Point& point, const Ground& ground) {
  try {
    const params::ChipParams card = changed(ground.card, point.card);
    if (point.plan) return simulated(ground.plans[*point.plan], card, ground);
    return simulated(make::make(request_of(point)), card, ground);
  } catch (const Error& error) {
    return outcome_of(error);
  }
}

}  // namespace spyre::sweep
