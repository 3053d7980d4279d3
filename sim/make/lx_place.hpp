// Places values in the cores' scratchpads.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/make/kernel.hpp"
#include "sim/make/lives.hpp"

namespace spyre::make {

// Offset of every value that fits, by value.
std::vector<std::optional<std::int64_t>> lx_offsets(const Kernel& kernel, const Lives& lives,
                                                    std::int64_t capacity);

}  // namespace spyre::make
