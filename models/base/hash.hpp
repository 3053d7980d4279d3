// A short content hash that is the same on every machine (FNV-1a, 64 bits); it tells versions
// apart, no more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spyre {

constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325U) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

// Sixteen lower-case digits.
inline std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; value /= 16) text[i] = "0123456789abcdef"[value % 16];
  return text;
}

}  // namespace spyre
