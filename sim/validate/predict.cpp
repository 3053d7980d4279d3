// Calls the rooms in order for one row.
#include "sim/validate/predict.hpp"

#include "sim/check/check.hpp"
#include "sim/make/make.hpp"
#include "sim/report/verdict.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"
#include "sim/validate/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace spyre::validate {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> kept_plan(const Row& row, const Settings& settings) {
  if (!settings.plans) return std::nullopt;
  std::error_code ignored;
  const fs::path folder = *settings.plans / row.id;
  return fs::is_directory(folder, ignored) ? std::optional(folder) : std::nullopt;
}

// A plan that moves other bytes is not the kernel that was measured, whatever its time.
std::string other_kernel(const plan::Plan& plan, const Row& row) {
  constexpr double kSame = 1e-3;  // some tables leave a row of padding out
  if (!row.memory_bytes) return {};
  const double ratio = traffic_ratio(plan, *row.memory_bytes);
  if (std::abs(ratio - 1) <= kSame) return {};
  return fmt::format("its plan moves {} bytes than the measured kernel",
                     ratio > 1 ? "more" : "fewer");
}

Outcome run(const plan::Plan& plan, const Row& row, const Settings& settings, Source source) {
  const std::string other = other_kernel(plan, row);
  if (!other.empty()) return skipped(other, source);
  report::refuse_forbidden(check::check_plan(plan, settings.params, check::Mode::Run),
                           settings.strict);
  const program::Program program = schedule::make_program(plan, settings.params);
  const observe::Result result = run::simulate(program, settings.params);
  return {source, result.kernel, interval::features_of(plan, result), {}, {}};
}

Outcome read_and_run(const fs::path& folder, const Row& row, const Settings& settings) {
  try {
    return run(settings.read(folder), row, settings, Source::Plan);
  } catch (const Error& error) {
    return failed(error, Source::Plan);
  }
}

// What the builder does not know is no fault.
Outcome not_built(const Error& error) {
  Outcome outcome = failed(error, Source::Built);
  if (error.kind() == ErrorKind::Internal) return outcome;
  return skipped("cannot be built: " + outcome.why, Source::Built);
}

Outcome build_and_run(const Row& row, const Settings& settings) {
  plan::Plan plan;
  try {
    plan = make::make(make::request_for_row(row.cells));
  } catch (const Error& error) {
    return not_built(error);
  }
  try {
    return run(plan, row, settings, Source::Built);
  } catch (const Error& error) {
    return failed(error, Source::Built);
  }
}

// Planning of the scratchpads changes nothing where no value lives between operations.
bool needs_no_planning(const Row& row) {
  try {
    const plan::Plan plan = make::make(make::request_for_row(row.cells));
    return plan.launches.size() == 1 && plan.launches.front().operations.size() == 1;
  } catch (const Error&) {
    return false;
  }
}

bool is_measured(const std::string& column) {
  constexpr std::array kMeasured{"id", "kernel_us", "runs", "spread_pct", "note", "category"};
  return std::find(kMeasured.begin(), kMeasured.end(), column) != kMeasured.end();
}

}  // namespace

std::string work_of(const Row& row, const Settings& settings) {
  if (kept_plan(row, settings)) return {};
  const bool unplanned = needs_no_planning(row);
  std::string text;
  for (const auto& [column, cell] : row.cells) {
    if (is_measured(column) || (unplanned && column == "lx_planning")) continue;
    text += fmt::format("{}={},", column, cell);
  }
  return text;
}

Outcome predict(const Row& row, const Settings& settings) {
  const std::optional<fs::path> kept = kept_plan(row, settings);
  return kept ? read_and_run(*kept, row, settings) : build_and_run(row, settings);
}

}  // namespace spyre::validate
