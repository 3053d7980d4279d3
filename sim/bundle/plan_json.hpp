// plan.json, schema spyre-sim/plan/1: launches, their arguments, and the host's tensors.
#pragma once

#include <filesystem>
#include <string>

#include "sim/bundle/json.hpp"
#include "sim/bundle/script.hpp"

namespace spyre::bundle {

inline constexpr const char* kPlanSchema = "spyre-sim/plan/1";

PlanScript read_plan_json(Document& document, const std::filesystem::path& directory, Problems& problems);

// One launch's argument list, as plan.json and launch_spec.json write it.
std::vector<ArgumentScript> read_arguments(const Item& list);
plan::DeviceLayout read_device_layout(const Item& item);
// Bytes of a device layout; 0 when it has no sizes.
std::int64_t layout_bytes(const plan::DeviceLayout& layout);

}  // namespace spyre::bundle
