// Derives the report from plan, result and data sheet.
#include "sim/report/report.hpp"

#include "models/base/error.hpp"
#include "sim/report/account.hpp"
#include "sim/report/assumptions.hpp"
#include "sim/report/shares.hpp"

namespace spyre::report {
namespace {

std::string unit_name(const plan::Operation& op) {
  if (op.data_only) return "mover";
  return op.unit == plan::ExecutionUnit::Pt ? "pt" : "sfp";
}

std::string op_name(const plan::Operation& op) {
  if (op.data_only && !op.data_ops.empty()) return op.data_ops.front().name;
  return std::string(plan::name(op.op));
}

Operation make_operation(const plan::Operation& op, const observe::OperationResult& measured,
                         const params::ChipParams& params) {
  Operation line;
  line.index = measured.operation;
  line.op = op_name(op);
  line.unit = unit_name(op);
  line.measured = measured;
  line.shares = shares_of(measured);
  line.utilisation = utilisation_of(op, measured, params);
  line.bound = largest(line.shares);
  return line;
}

Kernel make_kernel(const plan::Launch& launch, const observe::LaunchResult& result,
                   const params::ChipParams& params) {
  Kernel kernel{result.launch, launch.name, result.repeat, result.start, result.time, {}};
  for (const observe::OperationResult& op : result.operations) {
    const auto index = static_cast<std::size_t>(op.operation);
    ensure(index < launch.operations.size(), "a result names an operation the plan lacks");
    kernel.operations.push_back(make_operation(launch.operations[index], op, params));
  }
  return kernel;
}

PlanFacts facts(const plan::Plan& plan) {
  return {plan.name, static_cast<int>(plan.launches.size()), plan.operation_count(),
          plan.cores_used()};
}

}  // namespace

const char* name(Bound bound) { return kBoundNames[static_cast<std::size_t>(bound)]; }

Report make_report(const plan::Plan& plan, const observe::Result& result,
                   const params::ChipParams& params, const Context& context) {
  check_accounts(result);
  Report report;
  report.version = context.version;
  report.config_hash = context.config_hash;
  report.plan_hash = plan.content_hash;
  report.plan = facts(plan);
  report.device = result.device;
  report.kernel = result.kernel;
  report.host = result.host;
  report.interval = context.interval;
  report.memory_peak = memory_peak(params);
  for (const observe::LaunchResult& launch : result.launches) {
    const auto index = static_cast<std::size_t>(launch.launch);
    ensure(index < plan.launches.size(), "a result names a launch the plan lacks");
    report.kernels.push_back(make_kernel(plan.launches[index], launch, params));
  }
  report.units = result.units;
  report.assumptions = assumptions_that_matter(context.assumptions, result.units);
  report.warnings = context.warnings;
  return report;
}

}  // namespace spyre::report
