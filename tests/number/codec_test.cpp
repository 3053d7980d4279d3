// Do the bulk conversions give for every element what the scalar definition gives?
#include "sim/number/codec.hpp"

#include "models/base/error.hpp"
#include "sim/number/sen169.hpp"
#include "sim/number/small_float.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace spyre::number {
namespace {

using plan::Format;

TEST_CASE("bulk SEN169 agrees with single elements for every code", "[arithmetic]") {
  constexpr std::size_t kCodes = 65536;
  std::vector<std::uint8_t> memory(2 * kCodes);
  for (std::size_t code = 0; code < kCodes; ++code) {
    memory[2 * code] = static_cast<std::uint8_t>(code & 0xFF);
    memory[2 * code + 1] = static_cast<std::uint8_t>(code >> 8);
  }
  const Codec codec = number::codec(Format::Sen169Fp16, Rounding::NearestEven);
  std::vector<float> values(kCodes);
  codec.decode(memory.data(), values.data(), kCodes);
  int wrong = 0;
  for (std::size_t code = 0; code < kCodes; ++code)
    wrong += values[code] != decode_sen169(static_cast<std::uint16_t>(code));
  CHECK(wrong == 0);

  std::vector<std::uint8_t> back(2 * kCodes);
  codec.encode(values.data(), back.data(), kCodes);
  CHECK(back == memory);
}

TEST_CASE("fp8 in memory is E4M3 with one byte per element", "[arithmetic]") {
  const Codec codec = number::codec(Format::Sen143Fp8, Rounding::NearestEven);
  const std::array<float, 4> values{1.0F, -448.0F, 500.0F, 0x1p-9F};
  std::array<std::uint8_t, 4> memory{};
  codec.encode(values.data(), memory.data(), values.size());
  CHECK(memory == std::array<std::uint8_t, 4>{0x38, 0xFE, 0x7E, 0x01});
}

TEST_CASE("integers round to even and saturate", "[arithmetic]") {
  const std::array<float, 5> values{2.5F, 3.5F, -200.0F, 200.0F, -2.5F};
  std::array<std::uint8_t, 5> memory{};
  number::codec(Format::SenInt8, Rounding::NearestEven)
      .encode(values.data(), memory.data(), values.size());
  CHECK(memory == std::array<std::uint8_t, 5>{2, 4, 0x80, 0x7F, 0xFE});

  std::array<std::uint8_t, 4> word{};
  number::codec(Format::SenUint32, Rounding::NearestEven).encode(&values[2], word.data(), 1);
  CHECK(load_integer(Format::SenUint32, word.data()) == 0);
}

TEST_CASE("integers beyond 2^24 are exact when loaded as integers", "[arithmetic]") {
  std::array<std::uint8_t, 4> word{};
  store_integer(Format::IeeeInt32, -16777217, word.data());
  CHECK(load_integer(Format::IeeeInt32, word.data()) == -16777217);
  CHECK(word == std::array<std::uint8_t, 4>{0xFF, 0xFF, 0xFF, 0xFE});
  CHECK(load_integer(Format::SenUint32, word.data()) == 4278190079);
}

TEST_CASE("4-bit integers lie low half first", "[arithmetic]") {
  const Codec codec = number::codec(Format::SenInt4, Rounding::NearestEven);
  const std::array<float, 3> values{1.0F, -8.0F, 7.0F};
  std::array<std::uint8_t, 2> memory{0, 0x50};
  codec.encode(values.data(), memory.data(), values.size());
  CHECK(memory == std::array<std::uint8_t, 2>{0x81, 0x57});  // the fourth element keeps its 5
  std::array<float, 3> back{};
  codec.decode(memory.data(), back.data(), back.size());
  CHECK(back == values);
}

TEST_CASE("constants decode in their own format", "[arithmetic]") {
  CHECK(decode_bits(Format::Sen169Fp16, 9728) == 1.0F / 4096);
  CHECK(decode_bits(Format::IeeeFp32, 0x3F800000) == 1.0F);
}

TEST_CASE("a format without arithmetic is refused by name", "[arithmetic]") {
  try {
    number::codec(Format::Sen121Fp4, Rounding::NearestEven);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::Unsupported);
    CHECK(std::string(error.what()).find("SEN121_FP4") != std::string::npos);
  }
}

}  // namespace
}  // namespace spyre::number
