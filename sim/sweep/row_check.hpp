// What reads a points.csv trusts no line of it: files are edited, joined and damaged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spyre::sweep {

// A points.csv is a regular file; throws Error (Input) for a device or pipe, which may never end.
void refuse_irregular(const std::filesystem::path& file);

class RowCheck {
 public:
  RowCheck(const std::filesystem::path& file, std::size_t axes);

  // The lines below the heading, in order. Throws Error (Input) with its number for one that no
  // sweep writes. Returns its start.
  std::string_view take(std::string_view line);
  // Throws Error (Input) when a point has two rows. Returns hashes of the starts, sorted.
  std::vector<std::uint64_t> finish();

  [[nodiscard]] std::size_t rows() const { return starts_.size(); }

 private:
  [[noreturn]] void fail(std::size_t row, const std::string& what,
                         const std::string& expected) const;

  std::string file_;
  std::size_t start_cells_;
  std::vector<std::uint64_t> starts_;  // in order of the lines
};

}  // namespace spyre::sweep
