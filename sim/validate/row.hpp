// One measured configuration of a table.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace spyre::validate {

using Cells = std::map<std::string, std::string>;  // by column

// Every row of tables of the sweep over operations.
inline constexpr const char* kAll = "all";
// Every row of tables of forced divisions of Granite matmuls. The two kinds of table were measured
// with different builds of the compiler, so no family has rows of both.
inline constexpr const char* kGraniteSplits = "granite_splits";
// Rows with something in the column `note`: measurements that are told apart from all others.
inline constexpr const char* kApart = "apart";

struct Row {
  std::string id;
  std::vector<std::string> families;  // its own, then others that count it as well
  int cores = 0;
  double measured_us = 0;
  std::string shape;  // rows of one shape are divisions of the same work; empty: of no such group
  std::string build;  // of the compiler, by the kind of its table
  std::string group;  // rows of equal extents, whatever their division: never told apart in errors
  std::optional<std::int64_t> memory_bytes;  // of device memory, moved by the measured kernel
  Cells cells;
  std::string where;  // file:line
};

// Of checked cells.
Row row_of(Cells cells, std::string where);

// The whole text as a number.
std::optional<std::int64_t> whole_number(const std::string& text);
std::optional<double> decimal_number(const std::string& text);

}  // namespace spyre::validate
