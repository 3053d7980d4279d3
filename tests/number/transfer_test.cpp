// Do copies to and from the card convert, pad and preserve what they must?
#include "sim/number/transfer.hpp"

#include "models/base/error.hpp"
#include "sim/number/bytes.hpp"
#include "sim/number/sen169.hpp"
#include "sim/number/small_float.hpp"
#include "tests/support/catch.hpp"

#include <vector>

namespace spyre::number {
namespace {

using plan::DeviceLayout;
using plan::Format;
using Bytes = std::vector<std::uint8_t>;

template <class Word>
Bytes words(std::size_t count, Word first, Word step) {
  Bytes bytes(count * sizeof(Word));
  for (std::size_t i = 0; i < count; ++i, first = static_cast<Word>(first + step))
    store(first, bytes.data() + i * sizeof(Word));
  return bytes;
}

TEST_CASE("fp16 becomes SEN169 by the transfer's rounding and padding lanes become zero",
          "[arithmetic]") {
  const DeviceLayout layout{{2, 2, 64}, {64, 100, 1}};
  const StickMap map({2, 100}, {100, 1}, layout);
  const Bytes host = words<std::uint16_t>(200, 0x3C00, 1);  // 1.0 and the fp16 codes after it
  Bytes device(2 * 2 * 128, 0xAA);
  to_device(map, {host, HostType::Float16}, layout.format, {}, Fill::Zero, device);
  for (std::int64_t m = 0; m < 2; ++m) {
    for (std::int64_t n = 0; n < 128; ++n) {
      const auto code = static_cast<std::uint32_t>(0x3C00 + m * 100 + n);
      const std::uint16_t expected =
          n < 100 ? encode_sen169<Rounding::NearestEven>(Fp16::decode(code)) : std::uint16_t{0};
      REQUIRE(load<std::uint16_t>(
                  &device[static_cast<std::size_t>(((n / 64 * 2 + m) * 64 + n % 64) * 2)]) ==
              expected);
    }
  }
}

TEST_CASE("padding lanes keep their bytes when the fill is left out", "[arithmetic]") {
  const DeviceLayout layout{{1, 64}, {64, 1}};
  const StickMap map({60}, {1}, layout);
  Bytes device(128, 0xAA);
  to_device(map, {words<std::uint16_t>(60, 0, 0), HostType::Float16}, layout.format, {},
            Fill::Leave, device);
  CHECK(device[119] == 0);
  CHECK(device[120] == 0xAA);
}

TEST_CASE("a round trip through fp32 sticks is lossless, staggered or not", "[arithmetic]") {
  for (const char* arrangement : {"STANDARD", "DL16_TO_FP32"}) {
    const DeviceLayout layout{{4, 3, 32}, {32, 128, 1}, Format::IeeeFp32, arrangement};
    const StickMap map({3, 128}, {128, 1}, layout);
    const Bytes host = words<std::uint32_t>(3 * 128, 0x3F800001, 77);
    Bytes device(4 * 3 * 128), back(host.size());
    to_device(map, {host, HostType::Float32}, layout.format, {}, Fill::Zero, device);
    to_host(map, device, layout.format, {}, HostType::Float32, back);
    CHECK(back == host);
  }
}

TEST_CASE("64-bit integers are narrowed exactly", "[arithmetic]") {
  const DeviceLayout layout{{1, 32}, {32, 1}, Format::IeeeInt32};
  const StickMap map({2}, {1}, layout);
  Bytes host(16), device(128), back(16);
  store_host_integer(HostType::Int64, 16777217, host.data());
  store_host_integer(HostType::Int64, -5, host.data() + 8);
  to_device(map, {host, HostType::Int64}, layout.format, {}, Fill::Zero, device);
  CHECK(load<std::uint32_t>(device.data()) == 16777217U);
  CHECK(load<std::uint32_t>(device.data() + 4) == 0xFFFFFFFBU);
  to_host(map, device, layout.format, {}, HostType::Int64, back);
  CHECK(back == host);
}

TEST_CASE("reading bfloat16 truncates, as the card was seen to", "[arithmetic]") {
  const DeviceLayout layout{{1, 64}, {64, 1}};
  const StickMap map({1}, {1}, layout);
  Bytes device(128), host(2);
  store(encode_sen169<Rounding::NearestEven>(18.09375F), device.data());
  to_host(map, device, layout.format, {}, HostType::Bfloat16, host);
  CHECK(Bfloat16::decode(load<std::uint16_t>(host.data())) == 18.0F);
}

TEST_CASE("the card's subnormal defect halves a subnormal on its way to the host", "[arithmetic]") {
  const DeviceLayout layout{{1, 64}, {64, 1}};
  const StickMap map({1}, {1}, layout);
  Bytes device(128), host(2);
  store(encode_sen169<Rounding::NearestEven>(503 * 0x1p-24F), device.data());
  Rules rules;
  to_host(map, device, layout.format, rules, HostType::Float16, host);
  CHECK(load<std::uint16_t>(host.data()) == 503);
  rules.subnormal_defect = true;
  to_host(map, device, layout.format, rules, HostType::Float16, host);
  CHECK(load<std::uint16_t>(host.data()) == 251);
}

TEST_CASE("values beyond fp16 read back as infinity", "[arithmetic]") {
  const DeviceLayout layout{{1, 64}, {64, 1}};
  const StickMap map({1}, {1}, layout);
  Bytes device(128), host(2);
  store(encode_sen169<Rounding::NearestEven>(65504.0F), device.data());  // a tie that becomes 65536
  to_host(map, device, layout.format, {}, HostType::Float16, host);
  CHECK(load<std::uint16_t>(host.data()) == 0x7C00);
}

TEST_CASE("truth values travel as one and zero", "[arithmetic]") {
  const DeviceLayout layout{{1, 64}, {64, 1}};
  const StickMap map({2}, {1}, layout);
  const Bytes host{1, 0};
  Bytes device(128), back(2);
  to_device(map, {host, HostType::Bool}, layout.format, {}, Fill::Zero, device);
  CHECK(load<std::uint16_t>(device.data()) == 0x3E00);
  to_host(map, device, layout.format, {}, HostType::Bool, back);
  CHECK(back == host);
}

TEST_CASE("an allocation smaller than its layout is refused", "[arithmetic]") {
  const DeviceLayout layout{{2, 64}, {64, 1}};
  const StickMap map({128}, {1}, layout);
  Bytes device(128), host(256);
  CHECK_THROWS_AS(to_device(map, {host, HostType::Float16}, layout.format, {}, Fill::Zero, device),
                  Error);
}

}  // namespace
}  // namespace spyre::number
