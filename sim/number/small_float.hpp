// Floating-point formats of 8 and 16 bits with subnormals: IEEE half, bfloat16, and the two 8-bit
// formats.
#pragma once

#include "sim/number/rounding.hpp"

#include <bit>
#include <cstdint>

namespace spyre::number {

// What the codes above the largest finite number mean.
enum class Special : std::uint8_t {
  Ieee,           // top exponent: infinity and NaN; overflow gives infinity
  TopCodeIsNan,   // only all ones is NaN; overflow saturates ("FN")
  MinusZeroIsNan  // the code of −0 is the one NaN; overflow saturates ("FNUZ")
};

template <int kExponentBits, int kFractionBits, int kBias, Special kSpecial>
struct SmallFloat {
  static constexpr int kBits = 1 + kExponentBits + kFractionBits;
  static constexpr int kShift = 23 - kFractionBits;
  static constexpr std::uint32_t kSign = 1U << (kBits - 1);
  static constexpr std::uint32_t kAll = kSign - 1;  // all magnitude bits
  static constexpr std::uint32_t kIeeeInfinity = kAll & ~((1U << kFractionBits) - 1);
  static constexpr std::uint32_t kRebias = static_cast<std::uint32_t>(127 - kBias) << kFractionBits;
  static constexpr std::uint32_t kLargest = kSpecial == Special::Ieee           ? kIeeeInfinity - 1
                                            : kSpecial == Special::TopCodeIsNan ? kAll - 1
                                                                                : kAll;
  // The distance between subnormals, 2^(1 − bias − fraction bits), and its inverse.
  static constexpr float kUnit =
      std::bit_cast<float>(static_cast<std::uint32_t>(128 - kBias - kFractionBits) << 23);
  static constexpr float kPerUnit =
      std::bit_cast<float>(static_cast<std::uint32_t>(126 + kBias + kFractionBits) << 23);
  static constexpr std::uint32_t kSmallestNormal = static_cast<std::uint32_t>(128 - kBias) << 23;

  static constexpr float decode(std::uint32_t code) {
    const std::uint32_t magnitude = code & kAll;
    const std::uint32_t normal = (magnitude + kRebias) << kShift;
    const auto subnormal = std::bit_cast<std::uint32_t>(
        static_cast<float>(static_cast<std::int32_t>(magnitude)) * kUnit);
    const std::uint32_t finite = magnitude < (1U << kFractionBits) ? subnormal : normal;
    return std::bit_cast<float>(special(code, finite) | (code & kSign) << (32 - kBits));
  }

  template <Rounding kMode>
  static constexpr std::uint32_t encode(float value) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t bits = word & 0x7FFFFFFFU;
    const std::uint32_t normal = rounded_shift<kMode, kShift>(bits) - kRebias;
    const std::uint32_t low = bits < kSmallestNormal ? subnormal<kMode>(bits) : normal;
    const std::uint32_t over = kSpecial == Special::Ieee ? kIeeeInfinity : kLargest;
    const std::uint32_t code = low > kLargest ? over : low;
    if (bits > 0x7F800000U) return not_a_number();
    const std::uint32_t sign = (word >> (32 - kBits)) & kSign;
    return kSpecial == Special::MinusZeroIsNan && code == 0 ? 0 : code | sign;
  }

 private:
  static constexpr std::uint32_t not_a_number() {
    if (kSpecial == Special::MinusZeroIsNan) return kSign;
    return kSpecial == Special::TopCodeIsNan ? kAll : kIeeeInfinity | 1U << (kFractionBits - 1);
  }

  static constexpr std::uint32_t special(std::uint32_t code, std::uint32_t finite) {
    constexpr std::uint32_t kNan = 0x7FC00000U;
    const std::uint32_t magnitude = code & kAll;
    if (kSpecial == Special::MinusZeroIsNan) return code == kSign ? kNan : finite;
    if (kSpecial == Special::TopCodeIsNan) return magnitude == kAll ? kNan : finite;
    const std::uint32_t top = magnitude == kIeeeInfinity ? 0x7F800000U : kNan;
    return magnitude >= kIeeeInfinity ? top : finite;
  }

  template <Rounding kMode>
  static constexpr std::uint32_t subnormal(std::uint32_t bits) {
    const float units = std::bit_cast<float>(bits < kSmallestNormal ? bits : 0U) * kPerUnit;
    const auto whole = static_cast<std::uint32_t>(static_cast<std::int32_t>(units));
    const float rest = units - static_cast<float>(static_cast<std::int32_t>(whole));
    if constexpr (kMode == Rounding::TowardZero) return whole;
    if constexpr (kMode == Rounding::NearestUp) return whole + (rest >= 0.5F ? 1U : 0U);
    return whole + (rest > 0.5F || (rest == 0.5F && (whole & 1U) != 0) ? 1U : 0U);
  }
};

using Fp16 = SmallFloat<5, 10, 15, Special::Ieee>;
using Fp8E4m3fn = SmallFloat<4, 3, 7, Special::TopCodeIsNan>;
using Fp8E5m2 = SmallFloat<5, 2, 15, Special::Ieee>;
using Fp8E5m2fnuz = SmallFloat<5, 2, 16, Special::MinusZeroIsNan>;

// bfloat16 has the exponents of float, subnormals included, so a shift is all it takes.
struct Bfloat16 {
  static constexpr float decode(std::uint32_t code) { return std::bit_cast<float>(code << 16); }

  template <Rounding kMode>
  static constexpr std::uint32_t encode(float value) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t bits = word & 0x7FFFFFFFU;
    if (bits > 0x7F800000U) return 0x7FC0U;
    return rounded_shift<kMode, 16>(bits) | ((word >> 16) & 0x8000U);
  }
};

}  // namespace spyre::number
