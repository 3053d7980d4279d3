// Are rows gathered into families, and are both written as the schema says?
#include "sim/validate/validation.hpp"

#include "sim/validate/validation_json.hpp"
#include "sim/validate/validation_text.hpp"
#include "tests/support/catch.hpp"

#include <csignal>

using namespace spyre;
using namespace spyre::validate;
using Catch::Matchers::Contains;

namespace {

Row row(const std::string& id, const std::string& category, int cores, double measured) {
  return row_of({{"id", id},
                 {"category", category},
                 {"cores", std::to_string(cores)},
                 {"kernel_us", std::to_string(measured)}},
                "t.csv:2");
}

Outcome predicted(std::int64_t us) {
  return {Source::Built, std::chrono::microseconds(us), {{{"copy", 1}}, 1, 100}, {}, {}};
}

// Predictions of 10 % too much on one core and 20 % too little on two.
Validation example() {
  return validation_of(
      {row("a", "x", 1, 100), row("b", "x", 2, 100), row("c", "y", 2, 50), row("d", "y", 2, 7)}, 2,
      [](const Row& r) {
        if (r.id == "d") return skipped("no such operation", Source::Built);
        return r.id == "a" ? predicted(110) : r.id == "b" ? predicted(80) : predicted(40);
      });
}

const Family& family(const Validation& v, const std::string& name, std::optional<int> cores) {
  const auto found = std::find_if(v.families.begin(), v.families.end(), [&](const Family& f) {
    return f.name == name && f.cores == cores;
  });
  REQUIRE(found != v.families.end());
  return *found;
}

}  // namespace

TEST_CASE("a family counts its rows over all cores and per core count", "[unit]") {
  const Validation v = example();
  CHECK(v.families.size() == 3 + 3 + 2);
  CHECK(family(v, "x", {}).figures.n == 2);
  CHECK(family(v, "x", {}).figures.bias_pct == Approx((10.0 - 20) / 2));
  CHECK(family(v, "x", 1).figures.bias_pct == Approx(10));
  CHECK(family(v, "all", {}).figures.bias_pct == Approx((10.0 - 20 - 20) / 3));
  CHECK(family(v, "all", 2).figures.n == 2);
  CHECK(family(v, "y", {}).figures.n == 1);
}

TEST_CASE("a row whose process dies is a fault and the others go on", "[unit]") {
  const Validation v =
      validation_of({row("a", "x", 1, 100), row("b", "x", 1, 100)}, 1, [](const Row& r) {
        if (r.id == "a") std::raise(SIGKILL);
        return predicted(100);
      });
  REQUIRE(v.outcomes[0].fault);
  CHECK(v.outcomes[0].fault->kind == ErrorKind::Internal);
  CHECK(v.outcomes[1].predicted == std::chrono::microseconds(100));
}

TEST_CASE("the JSON document has the keys of its schema", "[unit]") {
  const nlohmann::ordered_json j = validation_json(example());
  CHECK(j["schema"] == "spyre-sim/validate/1");
  CHECK(j["families"][0] == nlohmann::ordered_json({{"family", "all"},
                                                    {"cores", nullptr},
                                                    {"n", 3},
                                                    {"rms_pct", j["families"][0]["rms_pct"]},
                                                    {"bias_pct", j["families"][0]["bias_pct"]},
                                                    {"worst_id", "b"},
                                                    {"spearman", nullptr},
                                                    {"best_split_pct", nullptr},
                                                    {"interval_coverage_pct", nullptr}}));
  CHECK(j["families"][1]["cores"] == 1);
  CHECK(j["rows"].size() == 3);
  CHECK(j["rows"][1] == nlohmann::ordered_json({{"id", "b"},
                                                {"family", "x"},
                                                {"cores", 2},
                                                {"measured_us", 100.0},
                                                {"predicted_us", 80.0},
                                                {"low_us", nullptr},
                                                {"high_us", nullptr},
                                                {"source", "built"}}));
  CHECK(j["skipped"] ==
        nlohmann::ordered_json::parse(R"([{"id": "d", "why": "no such operation"}])"));
}

TEST_CASE("the CSV document has one line per predicted row", "[unit]") {
  CHECK(validation_csv(example()) ==
        "id,family,cores,measured_us,predicted_us,low_us,high_us,source\n"
        "a,x,1,100.0,110.0,,,built\n"
        "b,x,2,100.0,80.0,,,built\n"
        "c,y,2,50.0,40.0,,,built\n");
}

TEST_CASE("the text tells families, sources and reasons", "[unit]") {
  const std::string text = validation_text(example());
  CHECK_THAT(text, Contains("\nx         all  2   15.8    -5.0  b        -20.0"));
  CHECK_THAT(text, Contains("3 of 4 rows predicted: 3 plans built, 0 read"));
  CHECK_THAT(text, Contains("1 skipped: no such operation (d)"));
}

TEST_CASE("every third row keeps all families and core counts", "[unit]") {
  std::vector<Row> rows;
  for (int i = 0; i < 7; ++i) rows.push_back(row(std::to_string(i), i < 4 ? "x" : "y", 1, 10));
  rows.push_back(row("other", "x", 2, 10));
  std::vector<std::string> kept;
  for (const Row& r : every(3, rows)) kept.push_back(r.id);
  CHECK(kept == std::vector<std::string>{"0", "3", "4", "other"});
  CHECK(every(1, rows).size() == rows.size());
}

TEST_CASE("intervals come without the row's own shape and are counted", "[unit]") {
  Validation v = example();
  // Two rows of another shape: measured 1 % below and 3 % above their predictions.
  const interval::Features features{{{"copy", 1}}, 1, 100};
  const auto known = [&](const char* id, double measured) {
    return interval::Known{id,       "x", interval::kDefaultBuild, "elsewhere", measured, 100,
                           features, 0.02};
  };
  const interval::Table table({known("k1", 99), known("k2", 103)});
  add_intervals(v, table, false);
  REQUIRE(v.bounds[0]);
  CHECK(v.bounds[0]->low < 1);
  CHECK(v.bounds[0]->high > 1);
  CHECK_FALSE(v.bounds[3]);  // skipped
  const double factor = 100.0 / 110;
  const bool within = v.bounds[0]->low <= factor && factor <= v.bounds[0]->high;
  CHECK(family(v, "x", 1).figures.coverage_pct == Approx(within ? 100 : 0));
  const nlohmann::ordered_json json = validation_json(v);
  CHECK(json["rows"][0]["low_us"].get<double>() == Approx(110 * v.bounds[0]->low));
  CHECK(json["rows"][0]["high_us"].get<double>() == Approx(110 * v.bounds[0]->high));
}

TEST_CASE("rows of the same work share one prediction", "[unit]") {
  const std::vector<Row> rows{row("a", "x", 1, 100), row("b", "x", 1, 300), row("c", "x", 1, 200)};
  const Validation v = validation_of(
      rows, 1, [](const Row& r) { return predicted(r.id == "b"   ? 7
                                                   : r.id == "a" ? 5
                                                                 : 6); },
      [](const Row& r) { return r.id == "c" ? std::string() : std::string("same"); });
  CHECK(v.outcomes[0].predicted == v.outcomes[1].predicted);
  CHECK(*v.outcomes[1].predicted == std::chrono::microseconds(7));  // the longer one ran
  CHECK(*v.outcomes[2].predicted == std::chrono::microseconds(6));
}
