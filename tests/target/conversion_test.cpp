// Do transfers put elements where the records say, in the card's format, and leave the rest alone?
#include "sim/target/conversion.hpp"

#include "models/base/error.hpp"
#include "sim/number/sen169.hpp"
#include "tests/support/catch.hpp"

#include "spyrecode-host-functions/sendataconvert/sen_data_convert.h"

#include <array>
#include <cstring>
#include <sstream>
#include <vector>

using namespace spyre;
using target::copy_to_device;
using target::copy_to_host;

namespace {

const number::Rules kRules;

template <class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T>
T element(const std::vector<std::uint8_t>& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

std::uint16_t sen169(float value) { return deeptools::FloatToFp16Bin(value); }

data_conversion_info info(DataFormats from, DataFormats to, bool to_device) {
  data_conversion_info result;
  result.isHostToSen_ = to_device;
  result.dataformat_src_ = from;
  result.dataformat_dst_ = to;
  return result;
}

data_conversion_stride_info record(std::vector<std::int64_t> size, std::vector<std::int64_t> src,
                                   std::vector<std::int64_t> dst, std::int64_t src_offset = 0,
                                   std::int64_t dst_offset = 0) {
  return {std::move(size), std::move(src), std::move(dst), src_offset, dst_offset};
}

// Rows of 100 float32 elements as two stick columns of SEN169: column c of row r in stick
// c / 64 · rows + r.
data_conversion_info rows_of_100(std::int64_t rows) {
  data_conversion_info dci = info(DataFormats::IEEE_FP32, DataFormats::SEN169_FP16, true);
  dci.dcsi_ = {record({64, rows, 1}, {1, 100, 64}, {1, 64, 64 * rows}),
               record({36, rows, 1}, {1, 100, 64}, {1, 64, 64 * rows}, 64, 64 * rows)};
  return dci;
}

std::vector<float> counted(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 251);
  return values;
}

}  // namespace

TEST_CASE("rows that end inside a stick land in two records", "[arithmetic]") {
  constexpr std::int64_t kRows = 3;
  const std::vector<float> host = counted(300);
  std::vector<std::uint8_t> device(2 * kRows * 128, 0xAB);
  copy_to_device(rows_of_100(kRows), bytes_of(host).data(), device, kRules);
  for (std::int64_t r = 0; r < kRows; ++r) {
    for (std::int64_t c = 0; c < 100; ++c) {
      const auto at = static_cast<std::size_t>(c / 64 * 64 * kRows + r * 64 + c % 64);
      REQUIRE(element<std::uint16_t>(device, at) ==
              sen169(host[static_cast<std::size_t>(r * 100 + c)]));
    }
  }
}

TEST_CASE("lanes of a stick that a transfer leaves out become zero", "[arithmetic]") {
  std::vector<std::uint8_t> device(2 * 3 * 128, 0xAB);
  copy_to_device(rows_of_100(3), bytes_of(counted(300)).data(), device, kRules);
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t lane = 36; lane < 64; ++lane)
      REQUIRE(element<std::uint16_t>(device, 3 * 64 + row * 64 + lane) == 0);
}

TEST_CASE("a transfer there and back gives the same small integers", "[arithmetic]") {
  const std::vector<float> host = counted(500);
  std::vector<std::uint8_t> device(2 * 5 * 128);
  data_conversion_info dci = rows_of_100(5);
  copy_to_device(dci, bytes_of(host).data(), device, kRules);
  std::swap(dci.dataformat_src_, dci.dataformat_dst_);
  dci.isHostToSen_ = false;
  for (data_conversion_stride_info& r : dci.dcsi_) {
    std::swap(r.stride_src_, r.stride_dst_);
    std::swap(r.offset_src_, r.offset_dst_);
  }
  std::vector<std::uint8_t> back(500 * 4, 0xFF);
  copy_to_host(dci, device, back.data(), kRules);
  CHECK(back == bytes_of(host));
}

TEST_CASE("64-bit integers are narrowed exactly and widened with their sign", "[arithmetic]") {
  data_conversion_info dci = info(DataFormats::IEEE_INT64, DataFormats::IEEE_INT32, true);
  dci.dcsi_ = {record({3, 1}, {1, 3}, {1, 32})};
  const std::vector<std::int64_t> host = {-5, 16777217, (std::int64_t{1} << 31) - 1};
  std::vector<std::uint8_t> device(128);
  copy_to_device(dci, bytes_of(host).data(), device, kRules);
  for (std::size_t i = 0; i < 3; ++i) CHECK(element<std::int32_t>(device, i) == host[i]);
  data_conversion_info back = info(DataFormats::IEEE_INT32, DataFormats::IEEE_INT64, false);
  back.dcsi_ = {record({3, 1}, {1, 32}, {1, 3})};
  std::vector<std::uint8_t> wide(24);
  copy_to_host(back, device, wide.data(), kRules);
  CHECK(wide == bytes_of(host));
}

TEST_CASE("booleans are zeros and ones of SEN169 on the card", "[arithmetic]") {
  data_conversion_info dci = info(DataFormats::BOOL, DataFormats::SEN169_FP16, true);
  dci.dcsi_ = {record({4}, {1}, {1})};
  std::vector<std::uint8_t> device(128);
  copy_to_device(dci, bytes_of(std::vector<std::uint8_t>{1, 0, 0, 1}).data(), device, kRules);
  CHECK(element<std::uint16_t>(device, 0) == sen169(1));
  CHECK(element<std::uint16_t>(device, 1) == 0);
  CHECK(element<std::uint16_t>(device, 3) == sen169(1));
}

TEST_CASE("16-bit integers and single precision keep their bytes", "[arithmetic]") {
  const auto format = GENERATE(DataFormats::SENINT16, DataFormats::IEEE_FP32);
  const std::size_t bytes = format == DataFormats::SENINT16 ? 2 : 4;
  data_conversion_info dci = info(format, format, true);
  // A transposed 3 by 2 tensor: strides differ, so nothing may be joined.
  dci.dcsi_ = {record({3, 2}, {2, 1}, {1, 3})};
  std::vector<std::uint8_t> host(6 * bytes), device(128);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<std::uint8_t>(i + 1);
  copy_to_device(dci, host.data(), device, kRules);
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(std::memcmp(device.data() + (row * 3 + i) * bytes, host.data() + (i * 2 + row) * bytes,
                        bytes) == 0);
}

TEST_CASE("a view offset on the host side is where reading begins", "[arithmetic]") {
  data_conversion_info dci = info(DataFormats::IEEE_FP32, DataFormats::IEEE_FP32, true);
  dci.dcsi_ = {record({2}, {1}, {1}, 3)};
  std::vector<std::uint8_t> device(128);
  copy_to_device(dci, bytes_of(counted(8)).data(), device, kRules);
  CHECK(element<float>(device, 0) == 3.0F);
  CHECK(element<float>(device, 1) == 4.0F);
}

TEST_CASE("records beyond the allocation and pairs without conversion are refused", "[unit]") {
  std::vector<std::uint8_t> device(128);
  const std::vector<std::uint8_t> host(4096);
  data_conversion_info beyond = info(DataFormats::IEEE_FP32, DataFormats::IEEE_FP32, true);
  beyond.dcsi_ = {record({32, 2}, {1, 32}, {1, 32})};
  CHECK_THROWS_WITH(copy_to_device(beyond, host.data(), device, kRules),
                    Catch::Contains("elements 0 to 63 of 128 bytes"));
  data_conversion_info pair = info(DataFormats::IEEE_FP32, DataFormats::SENINT16, true);
  pair.dcsi_ = {record({2}, {1}, {1})};
  CHECK_THROWS_WITH(copy_to_device(pair, host.data(), device, kRules),
                    Catch::Contains("IEEE_FP32") && Catch::Contains("SENINT16"));
}

TEST_CASE("a fill repeats one value in the card's format", "[arithmetic]") {
  std::vector<std::uint8_t> device(384);
  target::fill(device, 1.5, DataFormats::SEN169_FP16, kRules);
  for (std::size_t i = 0; i < 192; ++i) REQUIRE(element<std::uint16_t>(device, i) == sen169(1.5F));
  target::fill(device, -3, DataFormats::IEEE_INT32, kRules);
  for (std::size_t i = 0; i < 96; ++i) REQUIRE(element<std::int32_t>(device, i) == -3);
  CHECK_THROWS_WITH(target::fill(device, 0, DataFormats::INVALID, kRules),
                    Catch::Contains("INVALID"));
}

TEST_CASE("constants have the bits of the nearest number", "[arithmetic]") {
  CHECK(deeptools::FloatToFp16Bin(1.0F) == 31U << 9);
  CHECK(deeptools::FloatToFp16Bin(-2.0F) == (0x8000U | 32U << 9));
  CHECK(deeptools::BinaryConvert<std::uint32_t>(1.0F) == 0x3F800000U);
}

TEST_CASE("formats have names and stick sizes, and unknown ones none", "[unit]") {
  CHECK(EnumsConversion::dataFormatsToString(DataFormats::SEN143_FP8) == "SEN143_FP8");
  CHECK(dataFormatToStickSize[DataFormats::SEN169_FP16] == 64);
  CHECK(dataFormatToStickSize[DataFormats::SEN143_FP8] == 128);
  CHECK(dataFormatToStickSize[DataFormats::INVALID] == 0);
}

TEST_CASE("a conversion info prints itself as JSON", "[unit]") {
  std::ostringstream text;
  rows_of_100(1).exportJson(text);
  CHECK(text.str().find("\"dataformat_dst_\": \"SEN169_FP16\"") != std::string::npos);
  CHECK(text.str().find("\"offset_src_\": 64") != std::string::npos);
}
