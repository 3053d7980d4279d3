// Tables of number formats.
#include "sim/target/formats.hpp"

#include "sim/number/sen169.hpp"

#include "spyrecode-host-functions/sendataconvert/sen_data_convert.h"
#include "spyrecode-host-functions/sendataconvert/sen_host_ops.h"

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

namespace spyre::target {
namespace {

using number::HostType;
using plan::Format;

struct Known {
  DataFormats format;
  const char* name;
  int stick;  // elements in a stick; 0 where a stick holds none
  std::optional<HostType> host;
  std::optional<Format> device;
};

constexpr int kStickBytes = 128;

constexpr std::array<Known, 19> kKnown{{
    {DataFormats::SEN169_FP16, "SEN169_FP16", 64, std::nullopt, Format::Sen169Fp16},
    {DataFormats::IEEE_FP32, "IEEE_FP32", 32, HostType::Float32, Format::IeeeFp32},
    {DataFormats::INVALID, "INVALID", 0, std::nullopt, std::nullopt},
    {DataFormats::SEN143_FP8, "SEN143_FP8", 128, HostType::Float8E4m3fn, Format::Sen143Fp8},
    {DataFormats::SEN152_FP8, "SEN152_FP8", 128, HostType::Float8E5m2fnuz, Format::Sen152Fp8},
    {DataFormats::SEN153_FP9, "SEN153_FP9", 0, std::nullopt, std::nullopt},
    {DataFormats::SENINT2, "SENINT2", 512, std::nullopt, std::nullopt},
    {DataFormats::SENINT4, "SENINT4", 256, std::nullopt, std::nullopt},
    {DataFormats::SENINT8, "SENINT8", 128, HostType::Int8, Format::SenInt8},
    {DataFormats::SENINT16, "SENINT16", 64, HostType::Int16, std::nullopt},
    {DataFormats::SENINT24, "SENINT24", 0, std::nullopt, std::nullopt},
    {DataFormats::IEEE_INT64, "IEEE_INT64", 16, HostType::Int64, Format::IeeeInt64},
    {DataFormats::IEEE_INT32, "IEEE_INT32", 32, HostType::Int32, Format::IeeeInt32},
    {DataFormats::SENUINT32, "SENUINT32", 32, HostType::Uint8, Format::SenUint32},
    {DataFormats::SENUINT2, "SENUINT2", 512, std::nullopt, std::nullopt},
    {DataFormats::IEEE_FP16, "IEEE_FP16", 64, HostType::Float16, Format::IeeeFp16},
    {DataFormats::BOOL, "BOOL", 128, HostType::Bool, Format::Bool},
    {DataFormats::BFLOAT16, "BFLOAT16", 64, HostType::Bfloat16, Format::Bfloat16},
    {DataFormats::SEN18F_FP24, "SEN18F_FP24", 0, std::nullopt, std::nullopt},
}};

const Known& known(DataFormats format) {
  for (const Known& entry : kKnown)
    if (entry.format == format) return entry;
  fail("number format " + std::to_string(static_cast<int>(format)) + " is unknown");
}

}  // namespace

void fail(const std::string& message) { throw std::runtime_error(message); }

std::optional<HostType> host_type(DataFormats format) { return known(format).host; }
std::optional<Format> device_format(DataFormats format) { return known(format).device; }

int host_element_bytes(DataFormats format) {
  const std::optional<HostType> type = host_type(format);
  return type ? number::host_bytes(*type) : 0;
}

int device_element_bytes(DataFormats format) {
  const int stick = known(format).stick;
  return stick > 0 && stick <= kStickBytes ? kStickBytes / stick : 0;
}

}  // namespace spyre::target

namespace {

std::map<DataFormats, int> stick_sizes() {
  std::map<DataFormats, int> sizes;
  for (const auto& entry : spyre::target::kKnown)
    if (entry.stick > 0) sizes.emplace(entry.format, entry.stick);
  return sizes;
}

nlohmann::json json_of(const data_conversion_stride_info& info) {
  return {{"size_", info.size_},
          {"stride_src_", info.stride_src_},
          {"stride_dst_", info.stride_dst_},
          {"offset_src_", info.offset_src_},
          {"offset_dst_", info.offset_dst_}};
}

}  // namespace

std::map<DataFormats, int> dataFormatToStickSize = stick_sizes();

std::string EnumsConversion::dataFormatsToString(DataFormats format) {
  return spyre::target::known(format).name;
}

void data_conversion_info::exportJson(std::ostream& stream) const {
  nlohmann::json records = nlohmann::json::array();
  for (const data_conversion_stride_info& info : dcsi_) records.push_back(json_of(info));
  const nlohmann::json json = {
      {"dci_dsName_", dci_dsName_},
      {"isHostToSen_", isHostToSen_},
      {"dataformat_src_", EnumsConversion::dataFormatsToString(dataformat_src_)},
      {"dataformat_dst_", EnumsConversion::dataFormatsToString(dataformat_dst_)},
      {"dcsi_", std::move(records)},
      {"input_shape_", input_shape_},
      {"output_shape_", output_shape_}};
  stream << json.dump(2) << '\n';
}

namespace deeptools {

std::uint16_t FloatToFp16Bin(float value) {
  return spyre::number::encode_sen169<spyre::number::Rounding::NearestEven>(value);
}

}  // namespace deeptools
