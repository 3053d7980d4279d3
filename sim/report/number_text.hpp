// Numbers as people read them: fixed decimals, times in microseconds, bytes in binary units.
#pragma once

#include <string>
#include <string_view>

#include "models/base/quantity.hpp"

namespace spyre::report {

double microseconds(Time t);

// Fixed notation with at most `decimals` decimals, trailing zeros dropped but for the
// first: 12.5, 3.0, 0.000001.
std::string decimal(double value, int decimals);

// Exactly `decimals` decimals, for columns: 12.500.
std::string fixed(double value, int decimals);

std::string percent(double share);           // "47.9"
std::string bytes_text(std::int64_t bytes);  // "384 B", "2.50 MiB"
std::string count_text(std::int64_t count);  // "512", "8.59e9" above a million

// "1 launch", "2 launches"; without `many` an s is added.
std::string counted(std::int64_t n, std::string_view one, std::string_view many = {});

}  // namespace spyre::report
