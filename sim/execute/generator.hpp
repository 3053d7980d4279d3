// Values for inputs that have no file: the same for the same seed and tensor name, on every
// machine.
#pragma once

#include "sim/execute/npy.hpp"

#include <cstdint>
#include <string>

namespace spyre::execute {

// Floating-point elements lie evenly in [−1, 1), truth values are even odds, integers lie in [0,
// `rows`).
HostArray generated(const std::string& name, std::uint64_t seed, number::HostType type,
                    const std::vector<std::int64_t>& shape, std::int64_t rows);

}  // namespace spyre::execute
