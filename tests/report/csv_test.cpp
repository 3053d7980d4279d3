// Has the CSV form one row per operation with one cell per title?
#include "sim/report/report_csv.hpp"

#include "tests/report/example.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace spyre;
using namespace spyre::report;

namespace {

// Cells of one line, quotes undone.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

}  // namespace

TEST_CASE("every operation is a row with as many cells as there are titles", "[arithmetic]") {
  const std::string text = report_csv(example::report());
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
  const auto titles = cells_of(csv_heading());
  const auto row = cells_of(text.substr(0, text.find('\n')));
  REQUIRE(row.size() == titles.size());
  const auto cell = [&](const std::string& title) {
    return row.at(
        static_cast<std::size_t>(std::find(titles.begin(), titles.end(), title) - titles.begin()));
  };
  CHECK(cell("plan") == "mm_add");
  CHECK(cell("kernel_name") == "fused, with comma");
  CHECK(cell("time_us") == "4.0");
  CHECK(cell("bound") == "memory");
  CHECK(cell("memory_share") == "0.5");
  CHECK(cell("read_bytes") == "200000");
}

TEST_CASE("a plan without a name keeps its column", "[arithmetic]") {
  Report report = example::report();
  report.plan.name.clear();
  CHECK(report_csv(report).front() == ',');
}
