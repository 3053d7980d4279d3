// Values of an operation's constants, decoded from their bits.
#pragma once

#include <optional>

#include "sim/plan/plan.hpp"

namespace spyre::check {

// Infinity for the merged code of infinity and NaN; nothing for formats constants do not come in.
std::optional<double> decoded(const plan::Constant& constant);

}  // namespace spyre::check
