// Copies of runs of elements between a host type and a device format.
#pragma once

#include "sim/number/rounding.hpp"

#include "util/sendefs/sendefs.h"

#include <cstdint>
#include <functional>

namespace spyre::target {

// `count` elements; strides in elements of the respective side.
struct Run {
  const std::uint8_t* from = nullptr;
  std::uint8_t* to = nullptr;
  std::int64_t from_stride = 1, to_stride = 1, count = 0;
};
using ElementCopy = std::function<void(const Run&)>;

// Throw Error (Unsupported) for pairs of formats that no transfer converts.
ElementCopy element_copy_to_device(DataFormats host, DataFormats device,
                                   const number::Rules& rules);
ElementCopy element_copy_to_host(DataFormats device, DataFormats host, const number::Rules& rules);

}  // namespace spyre::target
