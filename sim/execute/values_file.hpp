// Values on disk: one .npy file per tensor and values.json (schema spyre-sim/values/1); and as a
// table of text.
#pragma once

#include "sim/execute/execute.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace spyre::execute {

using Json = nlohmann::ordered_json;
// How a finding is written is the same everywhere, so the writer is handed in.
using FindingJson = std::function<Json(const check::Finding&)>;

Json values_json(const plan::Plan& plan, const Values& values, const FindingJson& finding_json);

// Writes `directory`/<tensor>.npy and values.json; every file appears complete or not at all.
void write_values(const plan::Plan& plan, const Values& values,
                  const std::filesystem::path& directory, const FindingJson& finding_json);

// One line per tensor and the first differences of those that do not agree.
std::string values_text(const Values& values);

}  // namespace spyre::execute
