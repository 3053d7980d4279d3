// One way to copy elements for every pair of formats.
#include "sim/target/element_copy.hpp"

#include "models/base/error.hpp"
#include "sim/number/codec.hpp"
#include "sim/target/formats.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace spyre::target {
namespace {

using number::HostType;
using plan::Format;

constexpr std::int64_t kBlock = 256;
using Block = std::array<float, kBlock>;

// The same bytes on both sides.
template <int kBytes>
void copy_bytes(const Run& run) {
  if (run.from_stride == 1 && run.to_stride == 1) {
    std::memcpy(run.to, run.from, static_cast<std::size_t>(run.count) * kBytes);
    return;
  }
  for (std::int64_t i = 0; i < run.count; ++i)
    std::memcpy(run.to + i * run.to_stride * kBytes, run.from + i * run.from_stride * kBytes,
                kBytes);
}

ElementCopy bytes_copy(int bytes) {
  switch (bytes) {
    case 1: return copy_bytes<1>;
    case 2: return copy_bytes<2>;
    case 4: return copy_bytes<4>;
    default: return copy_bytes<8>;
  }
}

bool same_bytes(DataFormats host, DataFormats device) {
  return host == device && host_element_bytes(host) == device_element_bytes(device) &&
         host_element_bytes(host) > 0;
}

[[noreturn]] void refuse(DataFormats from, DataFormats to) {
  throw Error(ErrorKind::Unsupported, "transfer",
              "from " + EnumsConversion::dataFormatsToString(from) + " to " +
                  EnumsConversion::dataFormatsToString(to),
              "a pair of formats that host and card convert");
}

bool exact(HostType host, Format device) {
  return number::is_integer(host) && number::is_integer(device);
}

// Through whole numbers: read(at) gives one, write(number, at) puts it.
template <class Read, class Write>
ElementCopy integer_copy(int from_bytes, int to_bytes, Read read, Write write) {
  return [=](const Run& run) {
    for (std::int64_t i = 0; i < run.count; ++i)
      write(read(run.from + i * run.from_stride * from_bytes),
            run.to + i * run.to_stride * to_bytes);
  };
}

// Through blocks of floats: read(from, stride, floats, count), write(floats, to, stride, count).
template <class Read, class Write>
ElementCopy float_copy(int from_bytes, int to_bytes, Read read, Write write) {
  return [=](const Run& run) {
    Block block;
    for (std::int64_t i = 0; i < run.count; i += kBlock) {
      const auto count = static_cast<std::size_t>(std::min(kBlock, run.count - i));
      read(run.from + i * run.from_stride * from_bytes, run.from_stride, block.data(), count);
      write(block.data(), run.to + i * run.to_stride * to_bytes, run.to_stride, count);
    }
  };
}

void encode(const number::Codec& codec, int element, const float* from, std::uint8_t* to,
            std::int64_t stride, std::size_t count) {
  if (stride == 1) return codec.encode(from, to, count);
  for (std::size_t i = 0; i < count; ++i, to += stride * element) codec.encode(from + i, to, 1);
}

void decode(const number::Codec& codec, int element, const std::uint8_t* from, std::int64_t stride,
            float* to, std::size_t count) {
  if (stride == 1) return codec.decode(from, to, count);
  for (std::size_t i = 0; i < count; ++i, from += stride * element) codec.decode(from, to + i, 1);
}

}  // namespace

ElementCopy element_copy_to_device(DataFormats from, DataFormats to, const number::Rules& rules) {
  const int host_bytes = host_element_bytes(from), device_bytes = device_element_bytes(to);
  if (same_bytes(from, to)) return bytes_copy(host_bytes);
  const auto host = host_type(from);
  const auto device = device_format(to);
  if (!host || !device) refuse(from, to);
  if (exact(*host, *device))
    return integer_copy(
        host_bytes, device_bytes, [=](const auto* at) { return number::host_integer(*host, at); },
        [=](auto value, auto* at) { number::store_integer(*device, value, at); });
  return float_copy(
      host_bytes, device_bytes,
      [=](const auto* at, auto stride, float* floats, auto count) {
        number::host_to_float(*host, at, stride, floats, count);
      },
      [=, codec = number::codec(*device, rules.h2d)](const float* floats, auto* at, auto stride,
                                                     auto count) {
        encode(codec, device_bytes, floats, at, stride, count);
      });
}

ElementCopy element_copy_to_host(DataFormats from, DataFormats to, const number::Rules& rules) {
  const int device_bytes = device_element_bytes(from), host_bytes = host_element_bytes(to);
  if (same_bytes(to, from)) return bytes_copy(host_bytes);
  const auto device = device_format(from);
  const auto host = host_type(to);
  if (!host || !device) refuse(from, to);
  if (exact(*host, *device))
    return integer_copy(
        device_bytes, host_bytes, [=](const auto* at) { return number::load_integer(*device, at); },
        [=](auto value, auto* at) { number::store_host_integer(*host, value, at); });
  return float_copy(
      device_bytes, host_bytes,
      [=, codec = number::codec(*device, rules.d2h)](const auto* at, auto stride, float* floats,
                                                     auto count) {
        decode(codec, device_bytes, at, stride, floats, count);
      },
      [=](const float* floats, auto* at, auto stride, auto count) {
        number::float_to_host(*host, rules, floats, at, stride, count);
      });
}

}  // namespace spyre::target
