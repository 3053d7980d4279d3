// Decides where the values of a kernel live: arguments, the pool in device memory, or the cores'
// scratchpads.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/make/kernel.hpp"

namespace spyre::make {

struct PlaceOptions {
  bool lx_planning = true;
  std::int64_t lx_bytes = 0;  // the share of each core's scratchpad that plans may use
};

enum class Home : std::uint8_t { Argument, Pool, Lx };

struct Place {
  Home home = Home::Argument;
  int argument = -1;
  std::int64_t offset = 0;
};

struct Placement {
  std::vector<Place> places;  // by value
  std::int64_t pool_bytes = 0;
};

// Drops copies that would not serve the scratchpads, then places every value.
//
// Choices: an intermediate value stays in the scratchpads if everybody who touches it divides it
// alike. A result takes over the bytes of an operand of the same shape that is not needed any more.
// Small values are placed first, each at the lowest offset that is free during its life; what does
// not fit goes to the pool, in order of execution, at the first free block (within a tile loop
// nothing is reused).
Placement place(Kernel& kernel, const PlaceOptions& options);

}  // namespace spyre::make
