// A table of text with aligned columns.
#pragma once

#include <string>
#include <vector>

namespace spyre::report {

enum class Align { Left, Right };

class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::Right;
  };

  explicit Table(std::vector<Column> columns);

  // One text per column; missing ones at the end stay empty.
  void add(std::vector<std::string> row);
  // Heading and rows, one per line, two spaces between columns, none at the end of a line.
  [[nodiscard]] std::string text(const std::string& indent = {}) const;

 private:
  [[nodiscard]] std::string line(const std::vector<std::string>& cells) const;

  std::vector<Column> columns_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace spyre::report
