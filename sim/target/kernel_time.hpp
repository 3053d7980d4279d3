// The simulated time of one kernel.
#pragma once

#include "models/params/params.hpp"
#include "sim/interval/interval.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>

namespace spyre::target {

// What predictions are compared with; without a table there are no intervals.
struct Measured {
  std::optional<interval::Table> table;
  bool other_card = false;  // than the one the table was made with
};

// time_ps, operations, interval, bound; or `error` where the kernel cannot be simulated. Simulates
// in this process, which can do so once.
nlohmann::ordered_json kernel_time(const std::string& name,
                                   const std::map<std::string, std::string>& texts,
                                   const params::ChipParams& chip, const Measured& measured);

}  // namespace spyre::target
