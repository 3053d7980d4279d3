// How a value between two neighbours of a number format is decided, and where each rule applies.
//
// Nothing public says how the card rounds its results; transfers are known in part (number-formats
// section 4).
#pragma once

#include <cstdint>

namespace spyre::number {

enum class Rounding : std::uint8_t { NearestUp, NearestEven, TowardZero };

// Open facts of the card's arithmetic, each with the choice we work with (number-formats section
// 10).
struct Rules {
  Rounding op = Rounding::NearestEven;   // result of an operation → device format
  Rounding h2d = Rounding::NearestEven;  // host → device; four observations exclude NearestUp
  Rounding d2h = Rounding::TowardZero;   // device → host, where the host format is narrower
  bool subnormal_defect = false;         // the card halves fp16 subnormals on the way to the host
  bool floor_negative_zero_defect = false;       // the card's floor(−0.0) is −1.0
  float exp_floor_fp16 = 0, exp_floor_fp32 = 0;  // smallest result of exp; the card's is not zero
  int fp32_stagger_group = 4;                    // elements per group in fp32 ↔ DL16 conversions
};

// bits / 2^kShift under a rounding rule; bits + 2^kShift must not overflow.
template <Rounding kMode, int kShift>
constexpr std::uint32_t rounded_shift(std::uint32_t bits) {
  constexpr std::uint32_t kHalf = 1U << (kShift - 1);
  if constexpr (kMode == Rounding::NearestUp) return (bits + kHalf) >> kShift;
  if constexpr (kMode == Rounding::TowardZero) return bits >> kShift;
  return (bits + (kHalf - 1) + ((bits >> kShift) & 1U)) >> kShift;
}

}  // namespace spyre::number
