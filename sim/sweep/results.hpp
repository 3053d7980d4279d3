// The rows of a points.csv as numbers, for looking at a whole sweep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace spyre::sweep {

// An axis with the values that it takes: in order of size where they are numbers.
struct Dimension {
  std::string name;
  std::vector<std::string> values;
  std::vector<double> numbers;  // parallel to the values; empty when one is a word

  [[nodiscard]] bool numeric() const { return !numbers.empty(); }
};

// A point that was simulated.
struct Result {
  std::string key;
  std::vector<std::size_t> at;  // index of the value on each dimension
  double kernel_us = 0, device_us = 0;
  std::string bound;
  bool kept = true;  // by the filter
};

struct Results {
  std::vector<Dimension> dimensions;  // the plans first; those of a single value left out
  std::vector<Result> simulated;      // in order of their keys
  std::map<std::string, std::size_t> rows_by_status;
  std::map<std::string, std::size_t> reasons;  // of refused and failed rows, with their number
};

// Throws Error (Input) for a file that is no points.csv.
Results read_results(const std::filesystem::path& file);

}  // namespace spyre::sweep
