// One operation of a plan in words.
#pragma once

#include <string>
#include <vector>

#include "sim/plan/plan.hpp"

namespace spyre::report {

// Several lines; `index` is the operation's place in the launch.
std::string operation_text(const plan::Plan& plan, const plan::Launch& launch, int index);

// "0-15,17"
std::string core_ranges(std::vector<int> cores);

// "512 x 1024"
std::string extents_text(const std::vector<std::int64_t>& extents);

}  // namespace spyre::report
