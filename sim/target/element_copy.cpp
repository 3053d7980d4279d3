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

void store_integers(HostType host, Format device, int host_bytes, int device_bytes,
                    const Run& run) {
  for (std::int64_t i = 0; i < run.count; ++i)
    number::store_integer(device,
                          number::host_integer(host, run.from + i * run.from_stride * host_bytes),
                          run.to + i * run.to_stride * device_bytes);
}

void load_integers(Format device, HostType host, int device_bytes, int host_bytes, const Run& run) {
  for (std::int64_t i = 0; i < run.count; ++i)
    number::store_host_integer(
        host, number::load_integer(device, run.from + i * run.from_stride * device_bytes),
        run.to + i * run.to_stride * host_bytes);
}

void encode(const number::Codec& codec, const float* from, std::uint8_t* to, std::int64_t step,
            std::int64_t element, std::int64_t count) {
  if (step == element) return codec.encode(from, to, static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) codec.encode(from + i, to + i * step, 1);
}

void decode(const number::Codec& codec, const std::uint8_t* from, std::int64_t step,
            std::int64_t element, float* to, std::int64_t count) {
  if (step == element) return codec.decode(from, to, static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) codec.decode(from + i * step, to + i, 1);
}

}  // namespace

ElementCopy element_copy_to_device(DataFormats from, DataFormats to, const number::Rules& rules) {
  const int host_bytes = host_element_bytes(from), device_bytes = device_element_bytes(to);
  if (same_bytes(from, to)) return bytes_copy(host_bytes);
  const auto host = host_type(from);
  const auto device = device_format(to);
  if (!host || !device) refuse(from, to);
  if (exact(*host, *device))
    return [=](const Run& run) { store_integers(*host, *device, host_bytes, device_bytes, run); };
  const number::Codec codec = number::codec(*device, rules.h2d);
  return [=](const Run& run) {
    Block block;
    for (std::int64_t i = 0; i < run.count; i += kBlock) {
      const std::int64_t count = std::min(kBlock, run.count - i);
      number::host_to_float(*host, run.from + i * run.from_stride * host_bytes, run.from_stride,
                            block.data(), static_cast<std::size_t>(count));
      encode(codec, block.data(), run.to + i * run.to_stride * device_bytes,
             run.to_stride * device_bytes, device_bytes, count);
    }
  };
}

ElementCopy element_copy_to_host(DataFormats from, DataFormats to, const number::Rules& rules) {
  const int device_bytes = device_element_bytes(from), host_bytes = host_element_bytes(to);
  if (same_bytes(to, from)) return bytes_copy(host_bytes);
  const auto device = device_format(from);
  const auto host = host_type(to);
  if (!host || !device) refuse(from, to);
  if (exact(*host, *device))
    return [=](const Run& run) { load_integers(*device, *host, device_bytes, host_bytes, run); };
  const number::Codec codec = number::codec(*device, rules.d2h);
  return [=](const Run& run) {
    Block block;
    for (std::int64_t i = 0; i < run.count; i += kBlock) {
      const std::int64_t count = std::min(kBlock, run.count - i);
      decode(codec, run.from + i * run.from_stride * device_bytes, run.from_stride * device_bytes,
             device_bytes, block.data(), count);
      number::float_to_host(*host, rules, block.data(), run.to + i * run.to_stride * host_bytes,
                            run.to_stride, static_cast<std::size_t>(count));
    }
  };
}

}  // namespace spyre::target
