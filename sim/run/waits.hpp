// Says why a run starved: the cycle of waits, equal waits of several cores folded.
#pragma once

#include <string>
#include <vector>

#include "models/chip/chip.hpp"

namespace spyre::run {

// One line per member of the cycle: "load of cores 0-31 (softmax: load Tensor0) waits for vector done (5 of 6), held by sfp".
std::vector<std::string> wait_cycle(const chip::Chip& chip);

}  // namespace spyre::run
