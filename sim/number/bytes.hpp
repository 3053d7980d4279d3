// Fixed-width little-endian loads and stores.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace spyre::number {

template <class T>
T in_memory_order(T value) {
  if constexpr (std::endian::native == std::endian::little || sizeof(T) == 1) {
    return value;
  } else {
    T swapped{};
    for (unsigned i = 0; i < sizeof(T); ++i)
      swapped = static_cast<T>(swapped << 8 | (value >> (8 * i) & 0xFF));
    return swapped;
  }
}

template <class T>
T load(const std::uint8_t* from) {
  static_assert(std::is_unsigned_v<T>);
  T value;
  std::memcpy(&value, from, sizeof(T));
  return in_memory_order(value);
}

template <class T>
void store(T value, std::uint8_t* to) {
  static_assert(std::is_unsigned_v<T>);
  value = in_memory_order(value);
  std::memcpy(to, &value, sizeof(T));
}

}  // namespace spyre::number
