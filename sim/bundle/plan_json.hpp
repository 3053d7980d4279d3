// plan.json, schema spyre-sim/plan/1: launches, their arguments, and the host's tensors.
#pragma once

#include <filesystem>
#include <string>

#include "sim/bundle/json.hpp"
#include "sim/bundle/script.hpp"

namespace spyre::bundle {

inline constexpr const char* kPlanSchema = "spyre-sim/plan/1";

PlanScript read_plan_json(Document& document, const std::filesystem::path& directory,
                          Problems& problems);

}  // namespace spyre::bundle
