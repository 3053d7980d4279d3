// A random order of the numbers below a size, computed number by number.
#pragma once

#include <cstdint>

namespace spyre::sweep {

// Where `number` lies in the order of `seed`: every number below `size` is the image of one.
std::uint64_t shuffled(std::uint64_t number, std::uint64_t size, std::uint64_t seed);

}  // namespace spyre::sweep
