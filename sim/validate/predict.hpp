// One measured configuration through the simulator: its plan is read or built, judged, scheduled
// and run.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "models/params/params.hpp"
#include "sim/plan/plan.hpp"
#include "sim/validate/outcome.hpp"
#include "sim/validate/row.hpp"

namespace spyre::validate {

struct Settings {
  params::ChipParams params;
  std::optional<std::filesystem::path> plans;  // a folder per id, where there is one
  std::function<plan::Plan(const std::filesystem::path&)> read;
  bool strict = false;  // warnings of the rules forbid
};

// What tells the work of a row from that of others: rows with equal texts have equal plans, so one
// prediction serves them all. Empty where a plan is kept for the row, or cannot be built.
std::string work_of(const Row& row, const Settings& settings);

// Once per process. What goes wrong with the row is part of the outcome.
Outcome predict(const Row& row, const Settings& settings);

}  // namespace spyre::validate
