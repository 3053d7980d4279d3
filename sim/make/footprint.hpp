// What each core holds of a value, for deciding whether two operations can hand it over in the
// scratchpads.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/make/kernel.hpp"

namespace spyre::make {

// Start of each core's share in the whole value, and the runs of sticks from there, innermost
// first. Equal footprints are equal bytes in equal order on every core.
struct Footprint {
  std::vector<std::int64_t> starts;
  std::vector<std::pair<std::int64_t, std::int64_t>> runs;  // count, stride
  bool operator==(const Footprint&) const = default;

  [[nodiscard]] std::int64_t core_bytes() const;
};

Footprint footprint(const Kernel& kernel, const Step& step, const Operand& operand);

// Units of a level one core walks, and bytes from slice 0 to a core's share.
std::int64_t core_units(const Step& step, const Division& division, const WalkLevel& level);
std::int64_t share_offset(const Step& step, const Division& division, std::size_t core,
                          const std::vector<WalkLevel>& walk);

}  // namespace spyre::make
