// Orders the figures of the report into the keys of its schema.
#include "sim/report/report_json.hpp"

#include "sim/report/findings.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/shares.hpp"

namespace spyre::report {
namespace {

Json utilisation_json(const Utilisation& u) {
  return {{"pt", u.pt},
          {"sfp", u.sfp},
          {"hmi_read", u.hmi_read},
          {"hmi_write", u.hmi_write},
          {"ring", u.ring}};
}

Json bound_json(const std::optional<Bound>& bound) {
  return bound ? Json(name(*bound)) : Json(nullptr);
}

// The reasons in the order of the schema, which is that of Stall.
Json stall_shares_json(const Shares& shares) {
  Json json = Json::object();
  for (int i = 0; i < observe::kStalls; ++i) {
    const Bound bound = bound_of(static_cast<observe::Stall>(i));
    json[name(bound)] = shares[static_cast<std::size_t>(bound)];
  }
  return json;
}

Json stall_times_json(const observe::StallTimes& stalls) {
  Json json = Json::object();
  for (std::size_t i = 0; i < observe::kStalls; ++i) {
    json[observe::kStallNames[i]] = microseconds(stalls[i]);
  }
  return json;
}

Json operation_json(const Operation& op) {
  const observe::OperationResult& m = op.measured;
  return {{"index", op.index},
          {"op", op.op},
          {"unit", op.unit},
          {"cores", m.cores},
          {"trips", m.trips},
          {"start_us", microseconds(m.start)},
          {"time_us", microseconds(m.time)},
          {"bound", bound_json(op.bound)},
          {"macs", m.macs},
          {"elements", m.elements},
          {"read_bytes", m.read.count()},
          {"written_bytes", m.written.count()},
          {"ring_bytes", m.ring.count()},
          {"partial_sum_bytes", m.partial_sum.count()},
          {"lx_bytes", m.lx.count()},
          {"utilisation", utilisation_json(op.utilisation)},
          {"stalls", stall_shares_json(op.shares)}};
}

Json kernel_json(const Kernel& kernel) {
  Json operations = Json::array();
  for (const Operation& op : kernel.operations) operations.push_back(operation_json(op));
  return {{"name", kernel.name},
          {"index", kernel.index},
          {"repeat", kernel.repeat},
          {"start_us", microseconds(kernel.start)},
          {"time_us", microseconds(kernel.time)},
          {"operations", std::move(operations)}};
}

Json unit_json(const observe::UnitResult& unit) {
  Json counters = Json::object();
  for (const observe::Counter& counter : unit.counters) counters[counter.name] = counter.value;
  return {{"path", unit.path},
          {"busy_us", microseconds(unit.busy)},
          {"idle_us", microseconds(unit.idle)},
          {"stalls_us", stall_times_json(unit.stalls)},
          {"counters", std::move(counters)}};
}

Json interval_json(const std::optional<Interval>& interval) {
  if (!interval) return nullptr;
  return {{"low_us", interval->low_us}, {"high_us", interval->high_us}, {"level", interval->level}};
}

Json assumption_json(const Assumption& a) {
  return {{"parameter", a.parameter}, {"value", a.value}, {"status", a.status}};
}

template <class Items, class Function>
Json array_of(const Items& items, Function item_json) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(item_json(item));
  return json;
}

Json plan_json(const PlanFacts& plan) {
  return {{"name", plan.name},
          {"launches", plan.launches},
          {"operations", plan.operations},
          {"cores_used", plan.cores_used}};
}

}  // namespace

Json report_json(const Report& report) {
  return {{"schema", "spyre-sim/report/1"},
          {"simulator",
           {{"version", report.version},
            {"config_hash", report.config_hash},
            {"plan_hash", report.plan_hash}}},
          {"plan", plan_json(report.plan)},
          {"time",
           {{"device_us", microseconds(report.device)},
            {"kernel_us", microseconds(report.kernel)},
            {"host_us", microseconds(report.host)}}},
          {"interval", interval_json(report.interval)},
          {"kernels", array_of(report.kernels, kernel_json)},
          {"units", array_of(report.units, unit_json)},
          {"assumptions", array_of(report.assumptions, assumption_json)},
          {"warnings", array_of(report.warnings, finding_json)}};
}

}  // namespace spyre::report
