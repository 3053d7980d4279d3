// Comma separated values: records of cells, with the line each record begins on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spyre::validate {

struct Record {
  int line = 1;
  std::vector<std::string> cells;
};

// Cells may be quoted, a doubled quote stands for one. Empty lines are no records. Throws Error
// (Input) at `name` for a quote that never ends.
std::vector<Record> parse_csv(std::string_view text, const std::string& name);

// One line, with quotes where a cell needs them.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace spyre::validate
