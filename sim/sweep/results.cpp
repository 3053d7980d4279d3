// Reads rows line by line and numbers the values of every axis.
#include "sim/sweep/results.hpp"

#include "models/base/error.hpp"
#include "sim/sweep/card.hpp"
#include "sim/sweep/row.hpp"
#include "sim/sweep/row_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>

namespace spyre::sweep {
namespace {

constexpr std::size_t kBehind = 5;  // status, kernel_us, device_us, bound, message

// The values of one column, numbered as they come.
class Column {
 public:
  explicit Column(std::string name) { dimension_.name = std::move(name); }

  std::size_t index(const std::string& value) {
    const auto [at, added] = known_.emplace(value, known_.size());
    if (added) dimension_.values.push_back(value);
    return at->second;
  }
  // Sorts by size; the result says where each old index went.
  std::vector<std::size_t> settle();
  [[nodiscard]] const Dimension& dimension() const { return dimension_; }

 private:
  void read_numbers();

  Dimension dimension_;
  std::map<std::string, std::size_t> known_;
};

void Column::read_numbers() {
  for (const std::string& value : dimension_.values) {
    const std::optional<double> number = number_of(dimension_.name, value);
    if (!number) return dimension_.numbers.clear();
    dimension_.numbers.push_back(*number);
  }
}

std::vector<std::size_t> Column::settle() {
  read_numbers();
  std::vector<std::size_t> order(dimension_.values.size()), place(order.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const Dimension old = dimension_;
  if (old.numeric())
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return old.numbers[a] < old.numbers[b]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    dimension_.values[i] = old.values[order[i]];
    if (old.numeric()) dimension_.numbers[i] = old.numbers[order[i]];
  }
  return place;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file) {}

  Results read() {
    refuse_irregular(file_);
    std::ifstream stream(file_);
    std::string line;
    if (!std::getline(stream, line)) refuse("cannot be read, or is empty");
    head(cells_of(line));
    RowCheck check(file_, columns_.size() - 1);
    // A line without its end is torn.
    while (std::getline(stream, line) && !stream.eof()) {
      check.take(line);
      row(cells_of(line));
    }
    check.finish();
    settle();
    return std::move(results_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::Input, file_.string(), what, "points.csv of a sweep");
  }

  [[nodiscard]] double figure(const std::string& cell) const {
    char* end = nullptr;
    const double value = std::strtod(cell.c_str(), &end);
    if (cell.empty() || *end != '\0' || !std::isfinite(value) || value < 0)
      refuse(fmt::format("holds the figure '{}'", cell));
    return value;
  }

  void head(const std::vector<std::string>& cells) {
    std::vector<std::string> axes;
    if (cells.size() >= 2 + kBehind) axes.assign(cells.begin() + 2, cells.end() - kBehind);
    if (fmt::format("{}", fmt::join(cells, ",")) != header(axes)) refuse("has other columns");
    columns_.emplace_back("plan");
    for (const std::string& axis : axes) columns_.emplace_back(axis);
  }

  void row(const std::vector<std::string>& cells) {
    const std::string* behind = cells.data() + columns_.size() + 1;
    ++results_.rows_by_status[behind[0]];
    if (behind[0] == name(Status::Refused) || behind[0] == name(Status::Failed)) {
      ++results_.reasons[behind[4]];
      return;
    }
    Result result{cells[0],          {},        figure(behind[1]),
                  figure(behind[2]), behind[3], behind[0] == name(Status::Ok)};
    for (std::size_t i = 0; i < columns_.size(); ++i)
      result.at.push_back(columns_[i].index(cells[i + 1]));
    results_.simulated.push_back(std::move(result));
  }

  // Rows come in the order in which they finished, which is nobody's concern.
  void settle() {
    std::vector<std::vector<std::size_t>> places;
    for (Column& column : columns_) places.push_back(column.settle());
    for (Result& result : results_.simulated) {
      std::vector<std::size_t> at;
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (places[i].size() > 1) at.push_back(places[i][result.at[i]]);
      }
      result.at = std::move(at);
    }
    for (const Column& column : columns_) {
      if (column.dimension().values.size() > 1) results_.dimensions.push_back(column.dimension());
    }
    std::stable_sort(results_.simulated.begin(), results_.simulated.end(),
                     [](const Result& a, const Result& b) {
                       return a.at != b.at ? a.at < b.at : a.key < b.key;
                     });
  }

  std::filesystem::path file_;
  std::vector<Column> columns_;
  Results results_;
};

}  // namespace

Results read_results(const std::filesystem::path& file) { return Reader(file).read(); }

}  // namespace spyre::sweep
