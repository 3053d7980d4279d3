// Is a family that became worse told, and nothing else?
#include "sim/validate/against.hpp"

#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::validate;
using Catch::Matchers::Contains;

namespace {

Family family(const std::string& name, double rms, int n = 10, std::optional<int> cores = {}) {
  Family f{name, cores, {}};
  f.figures.rms_pct = rms;
  f.figures.n = n;
  return f;
}

StoredTable stored(const std::string& text) {
  const report::TemporaryFolder folder;
  std::ofstream(folder / "t.json") << text;
  return read_stored(folder / "t.json");
}

}  // namespace

TEST_CASE("a family may be worse by the tolerance and no more", "[arithmetic]") {
  const StoredTable table{{"softmax", {5.0, 10}}};
  CHECK(worse({family("softmax", 5.5)}, table, 0.5).empty());
  CHECK(worse({family("softmax", 4.0)}, table, 0).empty());
  const std::vector<Problem> problems = worse({family("softmax", 5.6)}, table, 0.5);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].where == "softmax");
  CHECK(problems[0].what == "RMS is 5.60 %, 0.60 points above 5.00 % of the table");
  CHECK(problems[0].expected == "at most 0.50 points");
}

TEST_CASE("rounding of a stored figure is not worse", "[arithmetic]") {
  CHECK(worse({family("a", 100.0 / 3)}, {{"a", {33.333333, 10}}}, 0).empty());
}

TEST_CASE("families of one core count and unknown ones are not compared", "[arithmetic]") {
  const StoredTable table{{"softmax", {5.0, 10}}};
  CHECK(worse({family("softmax", 50, 3, 8), family("other", 50)}, table, 0).empty());
}

TEST_CASE("what a comparison leaves out is told", "[arithmetic]") {
  const StoredTable table{{"bmm", {5, 7}}, {"gone", {5, 4}}, {"softmax", {5, 10}}};
  const std::vector<Problem> told =
      uncovered({family("bmm", 5, 6), family("fresh", 1), family("softmax", 5)}, table);
  REQUIRE(told.size() == 3);
  CHECK(told[0].where == "fresh");
  CHECK(told[1].what == "6 rows predicted, 7 in the table");
  CHECK(told[2].what == "0 rows predicted, 4 in the table");
}

TEST_CASE("a stored table gives the families over all cores", "[arithmetic]") {
  const StoredTable table = stored(R"({"schema": "spyre-sim/validate/1", "families": [
    {"family": "a", "cores": null, "n": 3, "rms_pct": 4.5},
    {"family": "a", "cores": 8, "n": 1, "rms_pct": 9.0}], "more": 1})");
  REQUIRE(table.size() == 1);
  CHECK(table.at("a").rms_pct == 4.5);
  CHECK(table.at("a").n == 3);
}

TEST_CASE("what is no stored table is told", "[arithmetic]") {
  CHECK_THROWS_WITH(read_stored("no/such.json"), Contains("no/such.json: cannot be read"));
  CHECK_THROWS_WITH(read_stored(std::filesystem::temp_directory_path()),
                    Contains("cannot be read"));
  CHECK_THROWS_WITH(stored(R"({"schema": "spyre-sim/validate/1", "families": []})"),
                    Contains("has no family over all cores"));
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  CHECK_THROWS_WITH(stored(R"({"schema": "spyre-sim/validate/1", "families": )" + deep + "}"),
                    Contains("#/families/0: is no family"));
  CHECK_THROWS_WITH(stored(R"({"families": [], "schema": )" + deep + "}"),
                    Contains("is no stored validation"));
  CHECK_THROWS_WITH(stored("{"), Contains("is no JSON"));
  CHECK_THROWS_WITH(stored("[]"), Contains("is no stored validation"));
  CHECK_THROWS_WITH(stored(R"({"schema": "spyre-sim/report/1", "families": []})"),
                    Contains("is no stored validation"));
  CHECK_THROWS_WITH(stored(R"({"schema": "spyre-sim/validate/1", "families": [3, {}]})"),
                    Contains("#/families/0: is no family") && Contains("#/families/1"));
}
