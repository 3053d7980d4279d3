// Element types of host tensors, and their bulk conversion to and from float.
#include "sim/number/host_type.hpp"

#include "models/base/error.hpp"
#include "sim/number/bytes.hpp"
#include "sim/number/small_float.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace spyre::number {
namespace {

struct Row {
  std::string_view name;
  int bytes;
  bool integer;
};
constexpr std::array<Row, 12> kRows{{{"float16", 2, false},
                                     {"bfloat16", 2, false},
                                     {"float32", 4, false},
                                     {"float8_e4m3fn", 1, false},
                                     {"float8_e5m2", 1, false},
                                     {"float8_e5m2fnuz", 1, false},
                                     {"int8", 1, true},
                                     {"int16", 2, true},
                                     {"int32", 4, true},
                                     {"int64", 8, true},
                                     {"uint8", 1, true},
                                     {"bool", 1, false}}};

constexpr float kSmallestFp16Normal = 0x1p-14F;

template <class Float, class WordType>
struct Floating {
  using Word = WordType;
  static float decode(Word word) { return Float::decode(word); }
  template <Rounding kMode>
  static Word encode(float value) {
    return static_cast<Word>(Float::template encode<kMode>(value));
  }
};

struct Single {
  using Word = std::uint32_t;
  static float decode(Word word) { return std::bit_cast<float>(word); }
  template <Rounding kMode>
  static Word encode(float value) {
    return std::bit_cast<Word>(value);
  }
};

// Casts of a number to an integer drop the fraction, as PyTorch's do; out of range saturates, a NaN
// gives 0.
template <class Integer>
struct Whole {
  using Word = std::make_unsigned_t<Integer>;
  static float decode(Word word) { return static_cast<float>(std::bit_cast<Integer>(word)); }
  template <Rounding kMode>
  static Word encode(float value) {
    using Limits = std::numeric_limits<Integer>;
    if (std::isnan(value)) return 0;
    if (value >= static_cast<float>(Limits::max())) return static_cast<Word>(Limits::max());
    if (value <= static_cast<float>(Limits::min())) return static_cast<Word>(Limits::min());
    return static_cast<Word>(static_cast<Integer>(value));
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
void read_all(const std::uint8_t* from, std::int64_t stride, float* to, std::size_t count) {
  using Word = typename Element::Word;
  const auto step = static_cast<std::ptrdiff_t>(stride) * static_cast<std::ptrdiff_t>(sizeof(Word));
  if (step == static_cast<std::ptrdiff_t>(sizeof(Word))) {
    for (std::size_t i = 0; i < count; ++i)
      to[i] = Element::decode(load<Word>(from + i * sizeof(Word)));
    return;
  }
  for (std::size_t i = 0; i < count; ++i, from += step) to[i] = Element::decode(load<Word>(from));
}

template <class Element, Rounding kMode>
void write_all(const float* from, std::uint8_t* to, std::int64_t stride, std::size_t count) {
  using Word = typename Element::Word;
  if (stride == 1) {
    for (std::size_t i = 0; i < count; ++i)
      store<Word>(Element::template encode<kMode>(from[i]), to + i * sizeof(Word));
    return;
  }
  const auto step = static_cast<std::ptrdiff_t>(stride) * static_cast<std::ptrdiff_t>(sizeof(Word));
  for (std::size_t i = 0; i < count; ++i, to += step)
    store<Word>(Element::template encode<kMode>(from[i]), to);
}

template <class Element>
void write_rounded(Rounding mode, const float* from, std::uint8_t* to, std::int64_t stride,
                   std::size_t count) {
  switch (mode) {
    case Rounding::NearestUp:
      return write_all<Element, Rounding::NearestUp>(from, to, stride, count);
    case Rounding::NearestEven:
      return write_all<Element, Rounding::NearestEven>(from, to, stride, count);
    case Rounding::TowardZero:
      return write_all<Element, Rounding::TowardZero>(from, to, stride, count);
  }
}

// Calls visit with the element class of a host type.
template <class Visitor>
void with_element(HostType type, Visitor&& visit) {
  switch (type) {
    case HostType::Float16: return visit(Floating<Fp16, std::uint16_t>{});
    case HostType::Bfloat16: return visit(Floating<Bfloat16, std::uint16_t>{});
    case HostType::Float32: return visit(Single{});
    case HostType::Float8E4m3fn: return visit(Floating<Fp8E4m3fn, std::uint8_t>{});
    case HostType::Float8E5m2: return visit(Floating<Fp8E5m2, std::uint8_t>{});
    case HostType::Float8E5m2fnuz: return visit(Floating<Fp8E5m2fnuz, std::uint8_t>{});
    case HostType::Int8: return visit(Whole<std::int8_t>{});
    case HostType::Int16: return visit(Whole<std::int16_t>{});
    case HostType::Int32: return visit(Whole<std::int32_t>{});
    case HostType::Int64: return visit(Whole<std::int64_t>{});
    case HostType::Uint8: return visit(Whole<std::uint8_t>{});
    case HostType::Bool: return visit(Truth{});
  }
}

const Row& row(HostType type) { return kRows[static_cast<std::size_t>(type)]; }

}  // namespace

HostType host_type_named(std::string_view text) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].name == text) return static_cast<HostType>(i);
    known.emplace_back(kRows[i].name);
  }
  throw Error(ErrorKind::Input, "dtype", "unknown host type \"" + std::string(text) + "\"",
              "a PyTorch type such as float16; nearest " + nearest(text, known));
}

std::string_view name(HostType type) { return row(type).name; }
int host_bytes(HostType type) { return row(type).bytes; }
bool is_integer(HostType type) { return row(type).integer; }

void host_to_float(HostType type, const std::uint8_t* from, std::int64_t stride, float* to,
                   std::size_t count) {
  with_element(type, [&](auto element) { read_all<decltype(element)>(from, stride, to, count); });
}

void float_to_host(HostType type, const Rules& rules, const float* from, std::uint8_t* to,
                   std::int64_t stride, std::size_t count) {
  with_element(type, [&](auto element) {
    write_rounded<decltype(element)>(rules.d2h, from, to, stride, count);
  });
  if (type != HostType::Float16 || !rules.subnormal_defect) return;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::fabs(from[i]) >= kSmallestFp16Normal) continue;
    store(static_cast<std::uint16_t>(Fp16::encode<Rounding::TowardZero>(from[i] / 2)),
          to + static_cast<std::ptrdiff_t>(i) * stride * 2);
  }
}

std::int64_t host_integer(HostType type, const std::uint8_t* from) {
  switch (row(type).bytes) {
    case 1: return type == HostType::Int8 ? std::bit_cast<std::int8_t>(*from) : *from;
    case 2: return std::bit_cast<std::int16_t>(load<std::uint16_t>(from));
    case 4: return std::bit_cast<std::int32_t>(load<std::uint32_t>(from));
    default: return std::bit_cast<std::int64_t>(load<std::uint64_t>(from));
  }
}

void store_host_integer(HostType type, std::int64_t value, std::uint8_t* to) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  switch (row(type).bytes) {
    case 1: return store(static_cast<std::uint8_t>(bits), to);
    case 2: return store(static_cast<std::uint16_t>(bits), to);
    case 4: return store(static_cast<std::uint32_t>(bits), to);
    default: return store(bits, to);
  }
}

}  // namespace spyre::number
