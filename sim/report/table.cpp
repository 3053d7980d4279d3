// Pads the cells of a table to the width of their columns.
#include "sim/report/table.hpp"

#include <algorithm>

namespace spyre::report {

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  widths_.resize(columns_.size(), 0);
  add(std::move(titles));
}

void Table::add(std::vector<std::string> row) {
  row.resize(columns_.size());
  for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
  rows_.push_back(std::move(row));
}

std::string Table::text(const std::string& indent) const {
  std::string text;
  for (const std::vector<std::string>& row : rows_) text += indent + line(row) + '\n';
  return text;
}

std::string Table::line(const std::vector<std::string>& cells) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths_[i] - cells[i].size(), ' ');
    if (i > 0) text += "  ";
    text += columns_[i].align == Align::Left ? cells[i] + padding : padding + cells[i];
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace spyre::report
