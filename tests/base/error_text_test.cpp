// Does an error fit into one cell of a table and still say where, what and how much?
#include "models/base/error_text.hpp"

#include "tests/support/catch.hpp"

using namespace spyre;

TEST_CASE("one problem is told with its place and what was expected", "[arithmetic]") {
  CHECK(one_line(Error(ErrorKind::Input, "a.json:3", "found x", "y")) ==
        "a.json:3: found x (expected y)");
}

TEST_CASE("what is not known is left out", "[arithmetic]") {
  CHECK(one_line(Error(ErrorKind::Plan, "", "found x", "y")) == "found x (expected y)");
  CHECK(one_line(Error(ErrorKind::Plan, "a.json", "found x")) == "a.json: found x");
  CHECK(one_line(Error(ErrorKind::Plan, "", "found x")) == "found x");
}

TEST_CASE("of several problems the first is told and the others are counted", "[arithmetic]") {
  const std::vector<Problem> problems{{"a", "x", "y"}, {"b", "z", ""}, {"c", "w", ""}};
  CHECK(one_line(Error(ErrorKind::Config, problems)) == "a: x (expected y) and 2 more");
}
