// Arithmetic on numbers of a plan file, which may be absurd: results stop at a bound far beyond any
// real size.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/quantity.hpp"

namespace spyre::check {

inline constexpr std::int64_t kHuge = std::int64_t{1} << 56;

constexpr std::int64_t times(std::int64_t a, std::int64_t b) {
  const int128 product = static_cast<int128>(a) * b;
  return static_cast<std::int64_t>(std::clamp<int128>(product, -kHuge, kHuge));
}

constexpr std::int64_t plus(std::int64_t a, std::int64_t b) {
  const int128 sum = static_cast<int128>(a) + b;
  return static_cast<std::int64_t>(std::clamp<int128>(sum, -kHuge, kHuge));
}

}  // namespace spyre::check
