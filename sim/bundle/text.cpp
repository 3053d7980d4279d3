// Loads files whole and hashes what they hold.
#include "sim/bundle/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <system_error>

namespace spyre::bundle {
namespace {

// Two orders of magnitude above the largest plan seen (10 MB).
constexpr std::uintmax_t kLargestFile = std::uintmax_t{1} << 30;

bool is_loadable(const std::filesystem::path& path, Problems& problems) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    problems.input(path.string(), "no such file");
    return false;
  }
  if (!std::filesystem::is_regular_file(status)) {
    problems.input(path.string(), "not a regular file");
    return false;
  }
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kLargestFile) {
    problems.input(path.string(), "file too large to be a plan", "at most 1 GiB");
    return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> load_text(const std::filesystem::path& path, Problems& problems) {
  if (!is_loadable(path, problems)) return std::nullopt;
  std::error_code error;
  std::string text(std::filesystem::file_size(path, error), '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(text.data(), static_cast<std::streamsize>(text.size()))) {
    problems.input(path.string(), "cannot be read");
    return std::nullopt;
  }
  if (is_blank(text)) {
    problems.input(path.string(), "file is empty", "a plan");
    return std::nullopt;
  }
  return text;
}

std::string position_of(const std::string& file, std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n');
  const std::size_t column =
      line_start == std::string_view::npos ? before.size() + 1 : before.size() - line_start;
  return fmt::format("{}:{}:{}", file, line, column);
}

bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
}

ContentHash& ContentHash::add(std::string_view text) {
  const auto mix = [this](std::uint64_t byte) { state_ = (state_ ^ byte) * 1099511628211ULL; };
  for (unsigned shift = 0; shift < 64; shift += 8) {
    mix((static_cast<std::uint64_t>(text.size()) >> shift) & 0xff);
  }
  for (char c : text) mix(static_cast<unsigned char>(c));
  return *this;
}

std::string ContentHash::hex() const { return fmt::format("{:016x}", state_); }

}  // namespace spyre::bundle
