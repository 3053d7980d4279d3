// Do rows survive commas, quotes and line ends, and say what became of a point?
#include "sim/sweep/row.hpp"

#include "tests/support/catch.hpp"

using namespace spyre;

TEST_CASE("a row is cut into the cells that it was made of", "[unit]") {
  sweep::Point point;
  point.plan_name = "a \"plan\", mine";
  point.cells = {"", "2 MiB"};
  const sweep::Outcome outcome =
      sweep::outcome_of(Error(ErrorKind::Plan, "sdsc_0.json", "two\nlines, one", "one"));
  const std::string start = sweep::row_start("k", point);
  const std::string line = start + sweep::row_rest(outcome);
  CHECK(line.find('\n') == std::string::npos);
  const std::vector<std::string> cells = sweep::cells_of(line);
  CHECK(cells == std::vector<std::string>{"k", point.plan_name, "", "2 MiB", "refused", "", "", "",
                                          "sdsc_0.json: two lines, one (expected one)"});
  CHECK(sweep::end_of_cells(line, 4) == start.size());
  CHECK(sweep::cells_of(sweep::header({"x"})).size() == 2 + 1 + 5);
}

TEST_CASE("times have a picosecond's digits, and only where there are times", "[unit]") {
  sweep::Outcome outcome;
  outcome.status = sweep::Status::Filtered;
  outcome.kernel = Time(1'234'567);
  outcome.device = Time(2'000'000);
  outcome.bound = "memory";
  CHECK(sweep::row_rest(outcome) == "filtered,1.234567,2.0,memory,");
  CHECK(sweep::row_rest(sweep::crashed("killed")) == "failed,,,,killed");
}

TEST_CASE("a deadlock and a fault of ours fail, everything else is refused", "[unit]") {
  using sweep::Status;
  const auto status = [](ErrorKind kind) { return sweep::outcome_of(Error(kind, "", "x")).status; };
  CHECK(status(ErrorKind::Deadlock) == Status::Failed);
  CHECK(status(ErrorKind::Internal) == Status::Failed);
  CHECK(status(ErrorKind::Plan) == Status::Refused);
  CHECK(status(ErrorKind::Unsupported) == Status::Refused);
  CHECK(status(ErrorKind::Input) == Status::Refused);
}
