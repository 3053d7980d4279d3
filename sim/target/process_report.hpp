// The report of a process: every kernel with its time, and everything the card did in order.
#pragma once

#include "models/params/params.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace spyre::target {

// `log` has schema spyre-sim/process-log/1, `kernels` one answer of kernel_time() per kernel of it.
// The result has schema spyre-sim/process/1. Throws Error (Input) for a log of another form.
nlohmann::ordered_json process_report(const nlohmann::json& log,
                                      const std::vector<nlohmann::ordered_json>& kernels,
                                      const params::ChipParams& chip);

// The same in a few lines.
std::string process_summary(const nlohmann::ordered_json& report);

}  // namespace spyre::target
