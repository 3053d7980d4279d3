// The simulated time of one kernel.
#pragma once

#include "models/params/params.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace spyre::target {

// time_ps, operations, interval, bound; or `error` where the kernel cannot be simulated. Simulates
// in this process, which can do so once.
nlohmann::ordered_json kernel_time(const std::string& name,
                                   const std::map<std::string, std::string>& texts,
                                   const params::ChipParams& chip);

}  // namespace spyre::target
