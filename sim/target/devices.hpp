// How many cards a process sees.
#pragma once

#include <cstddef>
#include <string>

namespace spyre::target {

// There is room for as many simulated cards as a host takes.
inline constexpr std::size_t kDevices = 8;

// `world` is AIU_WORLD_SIZE: at most as many as there are. `chosen` is SPYRE_DEVICES, a list of
// indices: those that exist, each once. Empty texts choose all. Throws std::runtime_error for a
// world size below 1 and for entries that are no numbers.
std::size_t visible_devices(const std::string& world, const std::string& chosen);

}  // namespace spyre::target
