// Do cells come out as they were meant, with the line they are on?
#include "sim/validate/csv.hpp"

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::validate;
using Cells = std::vector<std::string>;

TEST_CASE("records are lines and cells are what commas separate", "[arithmetic]") {
  const std::vector<Record> records = parse_csv("id,op\na,\n\n,b", "t");
  REQUIRE(records.size() == 3);
  CHECK(records[0].cells == Cells{"id", "op"});
  CHECK(records[1].cells == Cells{"a", ""});
  CHECK(records[2].cells == Cells{"", "b"});
  CHECK(records[2].line == 4);
}

TEST_CASE("quoted cells keep commas, quotes and line ends", "[arithmetic]") {
  const std::vector<Record> records = parse_csv("\"1,0|0,1\",\"a \"\"b\"\"\",\"x\ny\"\nnext", "t");
  REQUIRE(records.size() == 2);
  CHECK(records[0].cells == Cells{"1,0|0,1", "a \"b\"", "x\ny"});
  CHECK(records[1].line == 3);
}

TEST_CASE("line ends of other systems and a byte order mark are no content", "[arithmetic]") {
  const std::vector<Record> records = parse_csv("\xef\xbb\xbfid,op\r\na,b\r\n", "t");
  REQUIRE(records.size() == 2);
  CHECK(records[0].cells == Cells{"id", "op"});
  CHECK(records[1].cells == Cells{"a", "b"});
}

TEST_CASE("a quote that never ends is told with the line it began on", "[arithmetic]") {
  CHECK_THROWS_WITH(parse_csv("a\n\"b\nc", "t.csv"),
                    Catch::Matchers::StartsWith("t.csv:2: a quoted cell never ends"));
}

TEST_CASE("a written line reads back", "[arithmetic]") {
  const Cells cells{"", "plain", "a,b", "say \"x\"", "two\nlines"};
  const std::vector<Record> records = parse_csv(csv_line(cells), "t");
  REQUIRE(records.size() == 1);
  CHECK(records[0].cells == cells);
}
