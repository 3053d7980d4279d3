// Counts cells and quotes, knows the words of a status, and compares hashes of rows.
#include "sim/sweep/row_check.hpp"

#include "models/base/error.hpp"
#include "models/base/hash.hpp"
#include "sim/sweep/row.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFirstCells = 2;   // point and plan
constexpr std::size_t kBehindCells = 5;  // status, kernel_us, device_us, bound, message
constexpr const char* kRemedy = "a row as a sweep writes it; without the line it is run again";

std::size_t count_cells(std::string_view line) {
  std::size_t cells = 1;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) ++cells;
  }
  return cells;
}

// Two quotes inside a quoted cell stand for one: a closed cell has an even number.
bool closed(std::string_view line) { return std::count(line.begin(), line.end(), '"') % 2 == 0; }

}  // namespace

void refuse_irregular(const fs::path& file) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Error(ErrorKind::Input, file.string(), "is no regular file", "points.csv of a sweep");
}

RowCheck::RowCheck(const fs::path& file, std::size_t axes)
    : file_(file.string()), start_cells_(kFirstCells + axes) {}

void RowCheck::fail(std::size_t row, const std::string& what, const std::string& expected) const {
  constexpr std::size_t kFirstRow = 2;  // lines count from 1, and the first is the heading
  throw Error(ErrorKind::Input, fmt::format("{}:{}", file_, row + kFirstRow), what, expected);
}

std::string_view RowCheck::take(std::string_view line) {
  if (!closed(line)) fail(rows(), "a quoted cell never ends", kRemedy);
  const std::size_t cells = count_cells(line), wanted = start_cells_ + kBehindCells;
  if (cells != wanted) fail(rows(), fmt::format("has {} cells, not {}", cells, wanted), kRemedy);
  const std::string_view start = line.substr(0, end_of_cells(line, start_cells_));
  const std::string_view rest = line.substr(start.size());
  const std::string_view status = rest.substr(0, rest.find(','));
  if (!status_named(status))
    fail(rows(), fmt::format("has the status '{}'", status), "ok, filtered, refused or failed");
  starts_.push_back(fnv1a(start));
  return start;
}

std::vector<std::uint64_t> RowCheck::finish() {
  std::vector<std::uint64_t> sorted = starts_;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    const auto first = std::find(starts_.begin(), starts_.end(), *twice);
    const auto second = std::find(first + 1, starts_.end(), *twice);
    fail(static_cast<std::size_t>(second - starts_.begin()),
         fmt::format("is a second row of the point in line {}", first - starts_.begin() + 2),
         "one row for each point");
  }
  return sorted;
}

}  // namespace spyre::sweep
