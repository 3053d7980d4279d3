// SEN169 (DLFloat16): 1 sign, 6 exponent (bias 31) and 9 fraction bits; one merged code for NaN and
// infinity.
//
// There are no subnormals: exponent 0 is an ordinary binade in which only the code of zero is
// missing, so 2^-31 itself has no code (number-formats section 2). Both directions are branch-free
// so that loops over them vectorise.
#pragma once

#include "sim/number/rounding.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace spyre::number {

inline constexpr std::uint32_t kSen169Merged = 0x7FFF;
inline constexpr float kSen169Largest = 8573157376.0F;  // 2^33 − 2^24

namespace sen169_detail {
inline constexpr int kShift = 23 - 9;                        // fraction bits dropped
inline constexpr std::uint32_t kRebias = (127U - 31U) << 9;  // in units of a SEN169 code
inline constexpr std::uint32_t kSmallest =
    (96U << 23) | (1U << 14);  // 2^-31·(1 + 2^-9) as float bits
inline constexpr std::uint32_t kZeroMidpoint = (95U << 23) | (1U << 14);  // half of it
inline constexpr std::uint32_t kInfinity = 0x7F800000U;
inline constexpr std::uint32_t kMagnitude = 0x7FFFFFFFU;

// Below the smallest number the neighbours are 0 and code 1.
template <Rounding kMode>
constexpr std::uint32_t tiny(std::uint32_t bits) {
  if constexpr (kMode == Rounding::TowardZero) return 0;
  return kMode == Rounding::NearestUp ? bits >= kZeroMidpoint : bits > kZeroMidpoint;
}
}  // namespace sen169_detail

constexpr float decode_sen169(std::uint16_t code) {
  using namespace sen169_detail;
  const std::uint32_t magnitude = code & 0x7FFFU;
  std::uint32_t bits = (magnitude + kRebias) << kShift;
  bits = magnitude == 0 ? 0U : bits;
  bits = magnitude == kSen169Merged ? kInfinity : bits;
  return std::bit_cast<float>(bits | (code & 0x8000U) << 16);
}

// The nearest code under the rule. A NaN gives 0x7FFF whatever its sign, because the sign of a NaN
// differs between processors; an infinity carries its sign.
template <Rounding kMode>
constexpr std::uint16_t encode_sen169(float value) {
  using namespace sen169_detail;
  const auto word = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t bits = word & kMagnitude;
  const std::uint32_t scaled = rounded_shift<kMode, kShift>(bits) - kRebias;
  const std::uint32_t ordinary = std::min(scaled, kSen169Merged);
  const std::uint32_t code = bits < kSmallest ? tiny<kMode>(bits) : ordinary;
  const std::uint32_t sign = bits > kInfinity ? 0U : (word >> 16) & 0x8000U;
  return static_cast<std::uint16_t>(code | sign);
}

}  // namespace spyre::number
