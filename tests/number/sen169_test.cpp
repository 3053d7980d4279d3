// Does SEN169 hold the values its definition gives, and does encoding choose the right neighbour?
#include "sim/number/sen169.hpp"

#include "tests/number/exact_format.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <limits>

namespace spyre::number {
namespace {

using test::Exact;
using test::exact;
using test::ExactFormat;
using test::power_of_two;

// (1 + F/512) · 2^(E − 31), code 0 is zero, the last code is the merged symbol (number-formats
// section 2).
Exact defined_magnitude(int code) {
  if (code == 0) return 0;
  return (Exact(512 + code % 512) << (test::kScale - 9)) * power_of_two(code / 512) /
         power_of_two(31);
}

ExactFormat defined_format() {
  ExactFormat format;
  for (int code = 0; code < 0x7FFF; ++code) format.magnitudes.push_back(defined_magnitude(code));
  format.beyond = defined_magnitude(0x7FFF);
  format.overflow_code = 0x7FFF;
  return format;
}

template <Rounding kMode>
int wrong_codes(const ExactFormat& format, const std::vector<float>& values) {
  int wrong = 0;
  test::probe(values, 8581545984.0F, [&](std::size_t i, float x) {
    const std::uint32_t expected = format.code_between(i, exact(x), kMode);
    wrong += encode_sen169<kMode>(x) != expected;
    wrong += encode_sen169<kMode>(-x) != (expected | 0x8000U);
  });
  return wrong;
}

std::vector<float> decoded_magnitudes() {
  std::vector<float> values;
  for (int code = 0; code < 0x7FFF; ++code)
    values.push_back(decode_sen169(static_cast<std::uint16_t>(code)));
  return values;
}

TEST_CASE("every code decodes to the value of the definition", "[arithmetic]") {
  int wrong = 0;
  for (int code = 0; code < 0x7FFF; ++code) {
    const float value = decode_sen169(static_cast<std::uint16_t>(code));
    const float negative = decode_sen169(static_cast<std::uint16_t>(code | 0x8000));
    wrong += exact(value) != defined_magnitude(code);
    wrong += negative != -value || !std::signbit(negative);
  }
  CHECK(wrong == 0);
  CHECK(decode_sen169(0x7FFF) == std::numeric_limits<float>::infinity());
  CHECK(decode_sen169(0xFFFF) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("every code survives decoding and encoding under every rule", "[arithmetic]") {
  int wrong = 0;
  for (int i = 0; i <= 0xFFFF; ++i) {
    const auto code = static_cast<std::uint16_t>(i);
    const float value = decode_sen169(code);
    wrong += encode_sen169<Rounding::NearestUp>(value) != code;
    wrong += encode_sen169<Rounding::NearestEven>(value) != code;
    wrong += encode_sen169<Rounding::TowardZero>(value) != code;
  }
  CHECK(wrong == 0);
}

TEST_CASE("values around every code and midpoint go to the neighbour the rule names",
          "[arithmetic]") {
  const ExactFormat format = defined_format();
  const std::vector<float> values = decoded_magnitudes();
  CHECK(wrong_codes<Rounding::NearestUp>(format, values) == 0);
  CHECK(wrong_codes<Rounding::NearestEven>(format, values) == 0);
  CHECK(wrong_codes<Rounding::TowardZero>(format, values) == 0);
}

struct Example {
  float value;
  int up, even, zero;
};

TEST_CASE("the worked examples of the format's description hold", "[arithmetic]") {
  const std::array<Example, 15> examples{{{1.0F, 0x3E00, 0x3E00, 0x3E00},
                                          {0x1p-12F, 0x2600, 0x2600, 0x2600},
                                          {1.0F / 3, 0x3AAB, 0x3AAB, 0x3AAA},
                                          {1 + 0x1p-11F, 0x3E00, 0x3E00, 0x3E00},
                                          {1 + 0x1p-10F, 0x3E01, 0x3E00, 0x3E00},
                                          {1 + 3 * 0x1p-10F, 0x3E02, 0x3E02, 0x3E01},
                                          {-(2 + 0x1p-9F), 0xC001, 0xC000, 0xC000},
                                          {2 - 0x1p-10F, 0x4000, 0x4000, 0x3FFF},
                                          {65504, 0x5E00, 0x5E00, 0x5DFF},
                                          {503 * 0x1p-24F, 0x1FEE, 0x1FEE, 0x1FEE},
                                          {0x1p-31F, 0x0001, 0x0001, 0x0000},
                                          {0x1p-32F + 0x1p-41F, 0x0001, 0x0000, 0x0000},
                                          {8577351680.0F, 0x7FFF, 0x7FFE, 0x7FFE},
                                          {8581545984.0F, 0x7FFF, 0x7FFF, 0x7FFF},
                                          {-0.0F, 0x8000, 0x8000, 0x8000}}};
  for (const Example& example : examples) {
    INFO("value " << example.value);
    CHECK(encode_sen169<Rounding::NearestUp>(example.value) == example.up);
    CHECK(encode_sen169<Rounding::NearestEven>(example.value) == example.even);
    CHECK(encode_sen169<Rounding::TowardZero>(example.value) == example.zero);
  }
}

TEST_CASE("what is no finite number becomes the merged code", "[arithmetic]") {
  using Limits = std::numeric_limits<float>;
  CHECK(encode_sen169<Rounding::NearestEven>(Limits::infinity()) == 0x7FFF);
  CHECK(encode_sen169<Rounding::TowardZero>(-Limits::infinity()) == 0xFFFF);
  CHECK(encode_sen169<Rounding::TowardZero>(Limits::max()) == 0x7FFF);
  // The sign of a NaN differs between processors, so it may not show.
  CHECK(encode_sen169<Rounding::NearestEven>(Limits::quiet_NaN()) == 0x7FFF);
  CHECK(encode_sen169<Rounding::NearestEven>(-Limits::quiet_NaN()) == 0x7FFF);
}

TEST_CASE("every fp16 subnormal is exact in SEN169", "[arithmetic]") {
  int wrong = 0;
  for (int n = 1; n < 1024; ++n) {
    const float value = static_cast<float>(n) * 0x1p-24F;
    wrong += decode_sen169(encode_sen169<Rounding::NearestEven>(value)) != value;
  }
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace spyre::number
