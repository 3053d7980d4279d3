// Files as text: loading, positions in them, and the hash of their content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sim/bundle/problems.hpp"

namespace spyre::bundle {

// The whole file, or nothing after recording why not (missing, a directory, empty, unreadable).
std::optional<std::string> load_text(const std::filesystem::path& path, Problems& problems);

// "file:line:column" of a byte offset, both counted from 1.
std::string position_of(const std::string& file, std::string_view text, std::size_t offset);

bool is_blank(std::string_view text);

// 64-bit FNV-1a; names of fields are hashed with their length so that concatenations differ.
class ContentHash {
 public:
  ContentHash& add(std::string_view text);
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t state_ = 14695981039346656037ULL;
};

}  // namespace spyre::bundle
