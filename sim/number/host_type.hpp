// Element types of host tensors, and their bulk conversion to and from float.
#pragma once

#include "sim/number/rounding.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spyre::number {

enum class HostType : std::uint8_t {
  Float16,
  Bfloat16,
  Float32,
  Float8E4m3fn,
  Float8E5m2,
  Float8E5m2fnuz,
  Int8,
  Int16,
  Int32,
  Int64,
  Uint8,
  Bool
};

// Names as PyTorch spells them, without "torch.". Throws Input for a name that is none of them.
HostType host_type_named(std::string_view name);
std::string_view name(HostType type);
int host_bytes(HostType type);
bool is_integer(HostType type);

// `count` elements, `stride` elements apart on the host.
void host_to_float(HostType type, const std::uint8_t* from, std::int64_t stride, float* to,
                   std::size_t count);
void float_to_host(HostType type, const Rules& rules, const float* from, std::uint8_t* to,
                   std::int64_t stride, std::size_t count);

// One element of an integer type, exactly.
std::int64_t host_integer(HostType type, const std::uint8_t* from);
void store_host_integer(HostType type, std::int64_t value, std::uint8_t* to);

}  // namespace spyre::number
