// Reads tables of either kind and collects everything that is wrong with them.
#include "sim/validate/table.hpp"

#include "models/base/error.hpp"
#include "sim/files/text.hpp"
#include "sim/validate/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace spyre::validate {
namespace {

namespace fs = std::filesystem;

using Columns = std::vector<std::string>;

constexpr const char* kTable = "a table of measured times, as in workloads/measured";
constexpr std::int64_t kMostCores = 1024;

struct Kind {
  std::string mark;  // the column that tells this kind of table
  Columns needed;    // every row has something there
};

std::vector<Kind> kinds() {
  return {{"category", {"id", "category", "op", "cores", "kernel_us"}},
          {"split_m",
           {"id", "batch", "M", "N", "K", "split_batch", "split_m", "split_n", "split_k",
            "kernel_us"}}};
}

// Columns of whole numbers with the largest sensible one; all start at 1 but for tiles, where 0 is
// no loop.
std::map<std::string, std::int64_t> counts() {
  std::map<std::string, std::int64_t> most;
  for (const char* name : {"batch", "M", "K", "N", "rows", "cols", "middle", "tiles"})
    most[name] = std::int64_t{1} << 32;
  for (const char* name : {"cores", "split_batch", "split_m", "split_n", "split_k"})
    most[name] = kMostCores;
  most["hbm_bytes"] = std::int64_t{1} << 50;
  return most;
}

bool contains(const Columns& columns, const std::string& name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

class Table {
 public:
  Table(std::string file, std::vector<Problem>& problems)
      : file_(std::move(file)), problems_(problems) {}

  std::vector<Row> rows(const std::vector<Record>& records) {
    std::vector<Row> rows;
    if (!take_heading(records.front())) return rows;
    if (records.size() == 1) wrong(records.front(), "no row below the heading");
    for (std::size_t i = 1; i < records.size(); ++i) take_row(records[i], rows);
    return rows;
  }

 private:
  void wrong(const Record& record, std::string what, std::string expected = {}) {
    problems_.push_back(
        {fmt::format("{}:{}", file_, record.line), std::move(what), std::move(expected)});
  }

  bool take_heading(const Record& heading) {
    const std::size_t before = problems_.size();
    columns_ = heading.cells;
    const std::vector<Kind> known = kinds();
    const auto kind = std::find_if(known.begin(), known.end(),
                                   [&](const Kind& k) { return contains(columns_, k.mark); });
    if (kind == known.end()) {
      wrong(heading, "neither 'category' nor 'split_m' is a column", kTable);
      return false;
    }
    needed_ = kind->needed;
    for (const std::string& name : needed_) {
      if (!contains(columns_, name))
        wrong(heading, fmt::format("no column '{}'", name),
              fmt::format("{}", fmt::join(needed_, ", ")));
    }
    return problems_.size() == before;
  }

  void take_row(const Record& record, std::vector<Row>& rows) {
    const std::size_t before = problems_.size();
    if (record.cells.size() != columns_.size()) {
      wrong(record, fmt::format("{} cells", record.cells.size()),
            fmt::format("{} as in the heading", columns_.size()));
      return;
    }
    Cells cells;
    for (std::size_t i = 0; i < columns_.size(); ++i) cells[columns_[i]] = record.cells[i];
    check(record, cells);
    if (problems_.size() == before)
      rows.push_back(row_of(std::move(cells), fmt::format("{}:{}", file_, record.line)));
  }

  void check(const Record& record, const Cells& cells) {
    for (const std::string& name : needed_) {
      if (cells.at(name).empty()) wrong(record, fmt::format("{} is empty", name));
    }
    for (const auto& [name, most] : counts()) {
      const auto cell = cells.find(name);
      if (cell != cells.end() && !cell->second.empty())
        check_count(record, name, cell->second, name == "tiles" ? 0 : 1, most);
    }
    const std::string& time = cells.at("kernel_us");
    const double measured = decimal_number(time).value_or(0);
    if (!time.empty() && !(measured > 0 && std::isfinite(measured)))
      wrong(record, fmt::format("kernel_us is '{}'", time), "microseconds above 0");
  }

  void check_count(const Record& record, const std::string& name, const std::string& text,
                   std::int64_t least, std::int64_t most) {
    const std::optional<std::int64_t> count = whole_number(text);
    if (count && *count >= least && *count <= most) return;
    wrong(record, fmt::format("{} is '{}'", name, text),
          fmt::format("a whole number from {} to {}", least, most));
  }

  std::string file_;
  std::vector<Problem>& problems_;
  Columns columns_, needed_;
};

std::vector<Record> records_of(const fs::path& file) {
  std::vector<Record> records = parse_csv(files::text_of(file, kTable), file.string());
  if (records.empty()) throw Error(ErrorKind::Input, file.string(), "is empty", kTable);
  return records;
}

void refuse_repeated(const std::vector<Row>& rows, std::vector<Problem>& problems) {
  std::map<std::string, std::string> first;
  for (const Row& row : rows) {
    const auto [found, fresh] = first.emplace(row.id, row.where);
    if (!fresh)
      problems.push_back(
          {row.where, fmt::format("id '{}' is taken by {}", row.id, found->second), "another id"});
  }
}

}  // namespace

std::vector<Row> read_tables(const std::vector<fs::path>& files) {
  std::vector<Row> rows;
  std::vector<Problem> problems;
  for (const fs::path& file : files) {
    try {
      for (Row& row : Table(file.string(), problems).rows(records_of(file)))
        rows.push_back(std::move(row));
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  refuse_repeated(rows, problems);
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
  return rows;
}

}  // namespace spyre::validate
