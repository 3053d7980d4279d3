// Transfers between host memory and the card: elements rearranged and converted as a conversion
// info says.
#pragma once

#include "sim/number/rounding.hpp"

#include "spyrecode-host-functions/sendataconvert/sen_host_ops.h"

#include <cstdint>
#include <span>

namespace spyre::target {

// Writes the named elements; lanes of their sticks that the transfer leaves out become zero. Throws
// Error: Input when a record reaches beyond the device memory, Unsupported for a pair of formats.
void copy_to_device(const data_conversion_info& info, const std::uint8_t* host,
                    std::span<std::uint8_t> device, const number::Rules& rules);
void copy_to_host(const data_conversion_info& info, std::span<const std::uint8_t> device,
                  std::uint8_t* host, const number::Rules& rules);

// Fills memory with one value in the card's format, rounded to it.
void fill(std::span<std::uint8_t> device, double value, DataFormats format,
          const number::Rules& rules);

}  // namespace spyre::target
