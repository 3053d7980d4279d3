// Copies between host memory and a device allocation, as the card's transfer engine makes them.
#pragma once

#include "sim/number/host_type.hpp"
#include "sim/number/rounding.hpp"
#include "sim/number/stick_map.hpp"

#include <cstdint>
#include <span>

namespace spyre::number {

// What the lanes of a stick that hold no element get from a host copy.
enum class Fill : std::uint8_t { Zero, Leave };

// A host tensor in memory: `bytes` begin at its first element; strides are those the map was made
// with.
struct HostMemory {
  std::span<const std::uint8_t> bytes;
  HostType type = HostType::Float16;
};

// Writes the elements of a host tensor into device memory that begins at the allocation's first
// byte.
void to_device(const StickMap& map, const HostMemory& host, plan::Format format, const Rules& rules,
               Fill fill, std::span<std::uint8_t> device);

// Reads them back; host elements the map does not name keep their bytes.
void to_host(const StickMap& map, std::span<const std::uint8_t> device, plan::Format format,
             const Rules& rules, HostType type, std::span<std::uint8_t> host);

}  // namespace spyre::number
