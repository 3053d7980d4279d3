// Bulk conversion between a device format in memory and float, the type all arithmetic is done in.
//
// Memory is little-endian on the card and read with fixed-width copies, so the host's byte order
// cannot show.
#pragma once

#include "sim/number/rounding.hpp"
#include "sim/plan/vocabulary.hpp"

#include <cstddef>
#include <cstdint>

namespace spyre::number {

// Both functions work on `count` consecutive elements; 4-bit elements begin at the low half of a
// byte.
struct Codec {
  using Decode = void (*)(const std::uint8_t* from, float* to, std::size_t count);
  using Encode = void (*)(const float* from, std::uint8_t* to, std::size_t count);
  Decode decode = nullptr;
  Encode encode = nullptr;
};

// Throws Unsupported for a format without arithmetic of its own (IEEE_INT64, SEN121_FP4).
// IEEE_INT32 and SENUINT32 lose bits beyond 2^24: copies and indices go through load_integer
// instead.
Codec codec(plan::Format format, Rounding rounding);

bool is_integer(plan::Format format);

// One element of an integer format, exactly.
std::int64_t load_integer(plan::Format format, const std::uint8_t* from);
void store_integer(plan::Format format, std::int64_t value, std::uint8_t* to);

// Values for one element's bits, as constants of a plan carry them.
float decode_bits(plan::Format format, std::uint64_t bits);

}  // namespace spyre::number
