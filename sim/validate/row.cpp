// What the cells of a row mean: numbers, families, and which rows compete with it.
#include "sim/validate/row.hpp"

#include "sim/interval/interval.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace spyre::validate {
namespace {

constexpr std::array kSplits{"split_batch", "split_m", "split_n", "split_k"};

template <class Number>
std::optional<Number> number_in(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

std::string cell(const Cells& cells, const std::string& column) {
  const auto found = cells.find(column);
  return found == cells.end() ? std::string() : found->second;
}

std::int64_t cores_of(const Cells& cells) {
  std::int64_t cores = whole_number(cell(cells, "cores")).value_or(1);
  for (const char* split : kSplits) cores *= whole_number(cell(cells, split)).value_or(1);
  return cores;
}

std::string shape_of(const Cells& cells) {
  std::string shape = cell(cells, "op") + '/' + cell(cells, "batch");
  for (const char* dimension : {"M", "K", "N"}) {
    if (cell(cells, dimension).empty()) return {};
    shape += '/' + cell(cells, dimension);
  }
  return shape;
}

std::string group_of(const Cells& cells) {
  std::string group = cells.count("category") != 0 ? cells.at("category") : kGraniteSplits;
  for (const char* dimension : {"batch", "M", "K", "N", "rows", "cols", "middle"}) {
    const std::string extent = cell(cells, dimension);
    if (!extent.empty()) group += fmt::format("/{}{}", dimension, extent);
  }
  return group;
}

std::vector<std::string> families_of(const Cells& cells) {
  if (!cell(cells, "note").empty()) return {kApart};
  if (cells.count("category") != 0) return {cells.at("category"), kAll};
  return {kGraniteSplits, cell(cells, "batch") == "1" ? "granite_2d" : "granite_batched"};
}

}  // namespace

std::optional<std::int64_t> whole_number(const std::string& text) {
  return number_in<std::int64_t>(text);
}

std::optional<double> decimal_number(const std::string& text) { return number_in<double>(text); }

Row row_of(Cells cells, std::string where) {
  Row row;
  row.id = cells.at("id");
  row.families = families_of(cells);
  row.cores = static_cast<int>(cores_of(cells));
  row.measured_us = decimal_number(cells.at("kernel_us")).value_or(0);
  row.shape = shape_of(cells);
  row.build = cells.count("category") != 0 ? interval::kDefaultBuild : kGraniteSplits;
  row.group = group_of(cells);
  row.memory_bytes = whole_number(cell(cells, "hbm_bytes"));
  row.cells = std::move(cells);
  row.where = std::move(where);
  return row;
}

}  // namespace spyre::validate
