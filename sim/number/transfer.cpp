// Copies between host memory and a device allocation.
#include "sim/number/transfer.hpp"

#include "models/base/error.hpp"
#include "sim/number/codec.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace spyre::number {
namespace {

constexpr std::size_t kMostLanes = 256;  // 4-bit elements of one stick
using Lanes = std::array<float, kMostLanes>;

struct Sizes {
  std::int64_t device_bits = 16, host_bytes = 2;
};

Sizes sizes_of(plan::Format format, HostType type) {
  return {plan::element_bits(format), host_bytes(type)};
}

void require(std::int64_t need, std::size_t have, const char* whose) {
  if (need <= static_cast<std::int64_t>(have)) return;
  throw Error(ErrorKind::Input, whose, "has " + std::to_string(have) + " bytes",
              "at least " + std::to_string(need));
}

void check(const StickMap& map, Sizes sizes, std::size_t device, std::size_t host) {
  require(map.device_elements() * sizes.device_bits / 8, device, "device allocation");
  require(map.host_elements() * sizes.host_bytes, host, "host tensor");
}

// Integers travel exactly, wider ones narrowed to the card's 32 bits.
bool exact_integers(plan::Format format, HostType type) {
  return is_integer(format) && is_integer(type) && format != plan::Format::SenInt4;
}

void store_integers(const StickMap& map, const HostMemory& host, plan::Format format, StickRun run,
                    std::uint8_t* device) {
  const Sizes sizes = sizes_of(format, host.type);
  for (std::int64_t lane = 0; lane < run.lanes; ++lane) {
    const std::int64_t from = (run.host + lane * map.lane_stride()) * sizes.host_bytes;
    const std::int64_t to = (run.device + lane) * sizes.device_bits / 8;
    store_integer(format, host_integer(host.type, host.bytes.data() + from), device + to);
  }
}

void load_integers(const StickMap& map, const std::uint8_t* device, plan::Format format,
                   HostType type, StickRun run, std::uint8_t* host) {
  const Sizes sizes = sizes_of(format, type);
  for (std::int64_t lane = 0; lane < run.lanes; ++lane) {
    const std::int64_t from = (run.device + lane) * sizes.device_bits / 8;
    const std::int64_t to = (run.host + lane * map.lane_stride()) * sizes.host_bytes;
    store_host_integer(type, load_integer(format, device + from), host + to);
  }
}

// Interleaved sticks, one element at a time.
void store_staggered(const StickMap& map, StickRun run, const Codec& codec, std::int64_t bytes,
                     const Lanes& lanes, std::uint8_t* device) {
  for (std::int64_t lane = 0; lane < run.lanes; ++lane)
    codec.encode(&lanes[static_cast<std::size_t>(lane)],
                 device + map.stored(run.device, lane) * bytes, 1);
}

void load_staggered(const StickMap& map, StickRun run, const Codec& codec, std::int64_t bytes,
                    const std::uint8_t* device, Lanes& lanes) {
  for (std::int64_t lane = 0; lane < run.lanes; ++lane)
    codec.decode(device + map.stored(run.device, lane) * bytes,
                 &lanes[static_cast<std::size_t>(lane)], 1);
}

// Sticks that get an element begin as zeros where the copy does not fill them whole.
void clear_sticks(const StickMap& map, std::int64_t device_bits, std::uint8_t* device) {
  map.for_each([&](StickRun run) {
    if (map.in_order() && run.lanes == map.lanes_per_stick()) return;
    map.for_each_stick(run, [&](std::int64_t first) {
      std::fill_n(device + first * device_bits / 8, map.lanes_per_stick() * device_bits / 8,
                  std::uint8_t{0});
    });
  });
}

}  // namespace

void to_device(const StickMap& map, const HostMemory& host, plan::Format format, const Rules& rules,
               Fill fill, std::span<std::uint8_t> device) {
  const Sizes sizes = sizes_of(format, host.type);
  check(map, sizes, device.size(), host.bytes.size());
  if (fill == Fill::Zero) clear_sticks(map, sizes.device_bits, device.data());
  if (exact_integers(format, host.type)) {
    map.for_each([&](StickRun run) { store_integers(map, host, format, run, device.data()); });
    return;
  }
  const Codec coder = codec(format, rules.h2d);
  Lanes lanes;
  map.for_each([&](StickRun run) {
    const auto count = static_cast<std::size_t>(run.lanes);
    host_to_float(host.type, host.bytes.data() + run.host * sizes.host_bytes, map.lane_stride(),
                  lanes.data(), count);
    if (map.in_order())
      coder.encode(lanes.data(), device.data() + run.device * sizes.device_bits / 8, count);
    else
      store_staggered(map, run, coder, sizes.device_bits / 8, lanes, device.data());
  });
}

void to_host(const StickMap& map, std::span<const std::uint8_t> device, plan::Format format,
             const Rules& rules, HostType type, std::span<std::uint8_t> host) {
  const Sizes sizes = sizes_of(format, type);
  check(map, sizes, device.size(), host.size());
  if (exact_integers(format, type)) {
    map.for_each(
        [&](StickRun run) { load_integers(map, device.data(), format, type, run, host.data()); });
    return;
  }
  const Codec coder = codec(format, rules.d2h);
  Lanes lanes;
  map.for_each([&](StickRun run) {
    const auto count = static_cast<std::size_t>(run.lanes);
    if (map.in_order())
      coder.decode(device.data() + run.device * sizes.device_bits / 8, lanes.data(), count);
    else
      load_staggered(map, run, coder, sizes.device_bits / 8, device.data(), lanes);
    float_to_host(type, rules, lanes.data(), host.data() + run.host * sizes.host_bytes,
                  map.lane_stride(), count);
  });
}

}  // namespace spyre::number
