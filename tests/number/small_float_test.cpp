// Do the 8- and 16-bit host and device formats hold the values of their definitions?
#include "sim/number/small_float.hpp"

#include "tests/number/exact_format.hpp"
#include "tests/support/catch.hpp"

#include <limits>

namespace spyre::number {
namespace {

using test::Exact;
using test::exact;
using test::ExactFormat;
using test::power_of_two;

// The definition of a format with subnormals: fraction bits m, bias b.
Exact defined_magnitude(std::uint32_t code, int fraction_bits, int bias) {
  const auto exponent = static_cast<int>(code >> fraction_bits);
  const Exact fraction = code & ((1U << fraction_bits) - 1);
  if (exponent == 0) return fraction * power_of_two(1 - bias - fraction_bits);
  return (fraction + (1U << fraction_bits)) * power_of_two(exponent - bias - fraction_bits);
}

struct Definition {
  int fraction_bits, bias;
  std::uint32_t largest;        // code of the largest finite magnitude
  std::uint32_t overflow_code;  // what larger values become
};

ExactFormat exact_format(const Definition& d) {
  ExactFormat format;
  for (std::uint32_t code = 0; code <= d.largest; ++code)
    format.magnitudes.push_back(defined_magnitude(code, d.fraction_bits, d.bias));
  format.beyond = defined_magnitude(d.largest + 1, d.fraction_bits, d.bias);
  format.overflow_code = d.overflow_code;
  return format;
}

template <class Float>
int wrong_values(const ExactFormat& format) {
  int wrong = 0;
  for (std::size_t code = 0; code < format.magnitudes.size(); ++code)
    wrong += exact(Float::decode(static_cast<std::uint32_t>(code))) != format.magnitudes[code];
  return wrong;
}

template <class Float, Rounding kMode>
int wrong_codes(const ExactFormat& format, std::uint32_t sign) {
  std::vector<float> values;
  for (std::size_t code = 0; code < format.magnitudes.size(); ++code)
    values.push_back(Float::decode(static_cast<std::uint32_t>(code)));
  const auto beyond = static_cast<float>(
      std::ldexp(static_cast<double>(format.beyond.convert_to<double>()), -test::kScale));
  int wrong = 0;
  test::probe(values, beyond, [&](std::size_t i, float x) {
    const std::uint32_t expected = format.code_between(i, exact(x), kMode);
    wrong += Float::template encode<kMode>(x) != expected;
    const bool no_minus_zero = expected == 0 && Float::decode(sign) != 0;
    wrong += Float::template encode<kMode>(-x) != (no_minus_zero ? 0 : expected | sign);
  });
  return wrong;
}

template <class Float>
void check_format(const Definition& definition, std::uint32_t sign) {
  const ExactFormat format = exact_format(definition);
  CHECK(wrong_values<Float>(format) == 0);
  CHECK(wrong_codes<Float, Rounding::NearestUp>(format, sign) == 0);
  CHECK(wrong_codes<Float, Rounding::NearestEven>(format, sign) == 0);
  CHECK(wrong_codes<Float, Rounding::TowardZero>(format, sign) == 0);
}

TEST_CASE("IEEE half precision holds in all codes and at all midpoints", "[arithmetic]") {
  check_format<Fp16>({10, 15, 0x7BFF, 0x7C00}, 0x8000);
  CHECK(Fp16::decode(0x7C00) == std::numeric_limits<float>::infinity());
  CHECK(std::isnan(Fp16::decode(0x7C01)));
  CHECK(Fp16::encode<Rounding::NearestEven>(std::numeric_limits<float>::quiet_NaN()) == 0x7E00);
}

TEST_CASE("E4M3 saturates at 448 and has one NaN", "[arithmetic]") {
  check_format<Fp8E4m3fn>({3, 7, 0x7E, 0x7E}, 0x80);
  CHECK(Fp8E4m3fn::decode(0x7E) == 448.0F);
  CHECK(std::isnan(Fp8E4m3fn::decode(0x7F)));
  CHECK(Fp8E4m3fn::encode<Rounding::NearestEven>(1e9F) == 0x7E);
  CHECK(Fp8E4m3fn::encode<Rounding::NearestEven>(std::numeric_limits<float>::quiet_NaN()) == 0x7F);
}

TEST_CASE("both kinds of E5M2 hold", "[arithmetic]") {
  check_format<Fp8E5m2>({2, 15, 0x7B, 0x7C}, 0x80);
  check_format<Fp8E5m2fnuz>({2, 16, 0x7F, 0x7F}, 0x80);
  CHECK(std::isnan(Fp8E5m2fnuz::decode(0x80)));
  CHECK(Fp8E5m2fnuz::encode<Rounding::NearestEven>(-0.0F) == 0);
}

TEST_CASE("bfloat16 is the upper half of a float", "[arithmetic]") {
  int wrong = 0;
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    const float value = Bfloat16::decode(code);
    if (std::isnan(value)) continue;
    wrong += Bfloat16::encode<Rounding::NearestEven>(value) != code;
    wrong += Bfloat16::encode<Rounding::TowardZero>(value) != code;
  }
  CHECK(wrong == 0);
  // 18.09375 = 18 + 3/32 lies between 18 and 18.125; the card's transfer truncates it.
  CHECK(Bfloat16::decode(Bfloat16::encode<Rounding::TowardZero>(18.09375F)) == 18.0F);
  CHECK(Bfloat16::decode(Bfloat16::encode<Rounding::NearestEven>(18.09375F)) == 18.125F);
}

}  // namespace
}  // namespace spyre::number
