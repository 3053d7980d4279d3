// How many bytes a plan moves to and from device memory.
#pragma once

#include <cstdint>

#include "sim/plan/plan.hpp"

namespace spyre::validate {

// Every operation reads and writes its operands once per trip of its loops, and bytes that several
// cores share once for all of them.
std::int64_t memory_bytes(const plan::Launch& launch);

// What a launch of the plan moves on average, over what the measured kernel moved: tables list a
// chain of launches with the time of all and the bytes of one.
double traffic_ratio(const plan::Plan& plan, std::int64_t measured_bytes);

}  // namespace spyre::validate
