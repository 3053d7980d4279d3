// Divisions a user asks for.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/make/kernel.hpp"

namespace spyre::make {

// Slices asked for of one axis; -1: an axis the operation does not have.
struct AxisSlices {
  AxisId axis = -1;
  std::int64_t slices = 1;
};

// Throws Input with all that is wrong: parts that do not divide, more cores than there are.
void divide_as_asked(Step& step, const std::vector<AxisSlices>& wanted, int cores);

}  // namespace spyre::make
