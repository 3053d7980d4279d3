// Bulk conversion between a device format in memory and float.
#include "sim/number/codec.hpp"

#include "models/base/error.hpp"
#include "sim/number/bytes.hpp"
#include "sim/number/sen169.hpp"
#include "sim/number/small_float.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace spyre::number {
namespace {

using plan::Format;

// Each element type: its word in memory, and the two conversions of one element.
struct Sen169 {
  using Word = std::uint16_t;
  static float decode(Word word) { return decode_sen169(word); }
  template <Rounding kMode>
  static Word encode(float value) {
    return encode_sen169<kMode>(value);
  }
};

template <class Float, class WordType>
struct Small {
  using Word = WordType;
  static float decode(Word word) { return Float::decode(word); }
  template <Rounding kMode>
  static Word encode(float value) {
    return static_cast<Word>(Float::template encode<kMode>(value));
  }
};

struct Fp32 {
  using Word = std::uint32_t;
  static float decode(Word word) { return std::bit_cast<float>(word); }
  template <Rounding kMode>
  static Word encode(float value) {
    return std::bit_cast<Word>(value);
  }
};

// Two's complement and unsigned integers: to the nearest, ties to even, saturating; a NaN gives 0.
template <class Integer>
struct Whole {
  using Word = std::make_unsigned_t<Integer>;
  static float decode(Word word) { return static_cast<float>(std::bit_cast<Integer>(word)); }
  template <Rounding kMode>
  static Word encode(float value) {
    constexpr double kLow = std::numeric_limits<Integer>::min();
    constexpr double kHigh = std::numeric_limits<Integer>::max();
    const double whole = std::rint(std::isnan(value) ? 0.0 : static_cast<double>(value));
    return static_cast<Word>(static_cast<std::int64_t>(std::clamp(whole, kLow, kHigh)));
  }
};

struct Truth {
  using Word = std::uint8_t;
  static float decode(Word word) { return word != 0 ? 1.0F : 0.0F; }
  template <Rounding kMode>
  static Word encode(float value) {
    return value != 0 ? 1 : 0;
  }
};

template <class Element>
void decode_all(const std::uint8_t* from, float* to, std::size_t count) {
  using Word = typename Element::Word;
  for (std::size_t i = 0; i < count; ++i)
    to[i] = Element::decode(load<Word>(from + i * sizeof(Word)));
}

template <class Element, Rounding kMode>
void encode_all(const float* from, std::uint8_t* to, std::size_t count) {
  using Word = typename Element::Word;
  for (std::size_t i = 0; i < count; ++i)
    store<Word>(Element::template encode<kMode>(from[i]), to + i * sizeof(Word));
}

template <class Element>
Codec codec_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::NearestUp:
      return {decode_all<Element>, encode_all<Element, Rounding::NearestUp>};
    case Rounding::NearestEven:
      return {decode_all<Element>, encode_all<Element, Rounding::NearestEven>};
    case Rounding::TowardZero:
      return {decode_all<Element>, encode_all<Element, Rounding::TowardZero>};
  }
  return {};
}

// Low half of a byte first (number-formats section 8, a choice).
int nibble(const std::uint8_t* from, std::size_t i) {
  const int bits = (from[i / 2] >> (i % 2 * 4)) & 0xF;
  return bits >= 8 ? bits - 16 : bits;
}

void decode_int4(const std::uint8_t* from, float* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(nibble(from, i));
}

void set_nibble(std::uint8_t* to, std::size_t i, int value) {
  const int shift = static_cast<int>(i % 2) * 4;
  to[i / 2] = static_cast<std::uint8_t>((to[i / 2] & ~(0xF << shift)) | (value & 0xF) << shift);
}

void encode_int4(const float* from, std::uint8_t* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float whole = std::rint(std::isnan(from[i]) ? 0.0F : from[i]);
    set_nibble(to, i, static_cast<int>(std::clamp(whole, -8.0F, 7.0F)));
  }
}

[[noreturn]] void refuse(Format format) {
  throw Error(ErrorKind::Unsupported, "",
              "no arithmetic is defined for format " + std::string(plan::name(format)));
}

}  // namespace

Codec codec(Format format, Rounding rounding) {
  switch (format) {
    case Format::Sen169Fp16: return codec_of<Sen169>(rounding);
    case Format::IeeeFp16: return codec_of<Small<Fp16, std::uint16_t>>(rounding);
    case Format::Bfloat16: return codec_of<Small<Bfloat16, std::uint16_t>>(rounding);
    case Format::IeeeFp32: return codec_of<Fp32>(rounding);
    case Format::IeeeInt32: return codec_of<Whole<std::int32_t>>(rounding);
    case Format::SenUint32: return codec_of<Whole<std::uint32_t>>(rounding);
    case Format::SenInt8: return codec_of<Whole<std::int8_t>>(rounding);
    case Format::Bool: return codec_of<Truth>(rounding);
    case Format::Sen143Fp8: return codec_of<Small<Fp8E4m3fn, std::uint8_t>>(rounding);
    case Format::Sen152Fp8: return codec_of<Small<Fp8E5m2fnuz, std::uint8_t>>(rounding);
    case Format::SenInt4: return {decode_int4, encode_int4};
    case Format::IeeeInt64:
    case Format::Sen121Fp4: break;
  }
  refuse(format);
}

bool is_integer(Format format) {
  return format == Format::IeeeInt32 || format == Format::SenUint32 ||
         format == Format::IeeeInt64 || format == Format::SenInt8 || format == Format::SenInt4;
}

std::int64_t load_integer(Format format, const std::uint8_t* from) {
  if (format == Format::IeeeInt32) return std::bit_cast<std::int32_t>(load<std::uint32_t>(from));
  if (format == Format::SenUint32) return load<std::uint32_t>(from);
  if (format == Format::IeeeInt64) return std::bit_cast<std::int64_t>(load<std::uint64_t>(from));
  if (format == Format::SenInt8) return std::bit_cast<std::int8_t>(*from);
  refuse(format);
}

void store_integer(Format format, std::int64_t value, std::uint8_t* to) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  switch (plan::element_bits(format)) {
    case 8: return store(static_cast<std::uint8_t>(bits), to);
    case 32: return store(static_cast<std::uint32_t>(bits), to);
    case 64: return store(bits, to);
    default: refuse(format);
  }
}

float decode_bits(Format format, std::uint64_t bits) {
  std::uint8_t memory[8];
  store(bits, memory);
  float value = 0;
  codec(format, Rounding::NearestEven).decode(memory, &value, 1);
  return value;
}

}  // namespace spyre::number
