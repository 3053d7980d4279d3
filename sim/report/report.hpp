// The report of one run: everything a reader is told, derived once from the Result. Text, JSON, CSV
// and trace print it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/base/quantity.hpp"
#include "models/observe/result.hpp"
#include "models/params/params.hpp"
#include "sim/check/finding.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::report {

// What an operation spends most of its core time on, in the order that decides ties.
enum class Bound : std::uint8_t {
  Compute,
  Vector,
  Memory,
  Ring,
  PartialSum,
  Space,
  Dependence,
  Launch,
  Drain
};
inline constexpr int kBounds = 9;
inline constexpr std::array<const char*, kBounds> kBoundNames{
    "compute", "vector", "memory", "ring", "partial_sum", "space", "dependence", "launch", "drain"};
const char* name(Bound bound);

// Shares of cores x time, indexed by Bound. Compute and vector may overlap; the stalls never do.
using Shares = std::array<double, kBounds>;

// Parts of the peak, 0…1.
struct Utilisation {
  double pt = 0, sfp = 0;              // of the cores the operation uses
  double hmi_read = 0, hmi_write = 0;  // of all channels at their nominal rate
  double ring = 0;                     // of the busiest data-ring link
};

struct Operation {
  int index = 0;
  std::string op, unit;
  observe::OperationResult measured;
  Shares shares{};
  Utilisation utilisation;
  std::optional<Bound> bound;  // none for an operation that takes no time
};

struct Kernel {
  int index = 0;
  std::string name;
  std::int64_t repeat = 1;
  Time start{0}, time{0};
  std::vector<Operation> operations;
};

// A parameter of the data sheet whose value is a guess.
struct Assumption {
  std::string parameter, value, status;
};

struct PlanFacts {
  std::string name;
  int launches = 0;
  std::int64_t operations = 0;
  int cores_used = 0;
};

// In which the measured kernel time is expected, with probability `level`.
struct Interval {
  double low_us = 0, high_us = 0, level = 0;
};

// What the report needs to know besides plan and result.
struct Context {
  std::string version, config_hash;
  std::vector<Assumption>
      assumptions;  // every parameter of status "assumed"; the report keeps those that mattered
  std::vector<check::Finding> warnings;
  std::optional<Interval> interval;
};

struct Report {
  std::string version, config_hash, plan_hash;
  PlanFacts plan;
  Time device{0}, kernel{0}, host{0};
  std::optional<Interval> interval;
  double memory_peak = 0;  // bytes per second of all channels, nominal
  std::vector<Kernel> kernels;
  std::vector<observe::UnitResult> units;
  std::vector<Assumption> assumptions;
  std::vector<check::Finding> warnings;
};

// Throws Error{Internal} when the parts of the result do not add up.
Report make_report(const plan::Plan& plan, const observe::Result& result,
                   const params::ChipParams& params, const Context& context);

}  // namespace spyre::report
