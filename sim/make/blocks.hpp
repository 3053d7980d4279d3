// Blocks of several operations that kernels share.
#pragma once

#include <optional>

#include "sim/make/draft.hpp"

namespace spyre::make {

// Softmax along the last dimension: max, −, exp, sum, ÷. With a factor, a multiplication by it
// takes exp's place.
void add_softmax_steps(Draft& draft, ValueId in, ValueId out,
                       std::optional<ValueId> factor = std::nullopt);

}  // namespace spyre::make
