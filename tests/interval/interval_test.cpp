// Do intervals follow the errors of runs that look alike, and widen where nothing was measured?
#include "sim/interval/interval.hpp"

#include "tests/support/catch.hpp"

#include <cmath>

using namespace spyre;
using namespace spyre::interval;

namespace {

Features features(const std::string& kind, int cores = 32, double us = 100) {
  return {{{kind, 1}}, cores, us};
}

// A run off by the factor exp(error).
Known known(const std::string& group, double error, const Features& f,
            const std::string& build = kDefaultBuild) {
  return {group, "family", build, group, 100 * std::exp(error), 100, f, 0};
}

// Twenty runs of each of two kinds, off by up to 2 % and by up to 20 %.
std::vector<Known> two_kinds() {
  std::vector<Known> rows;
  for (int i = 0; i < 20; ++i) {
    const double part = (i - 9.5) / 9.5;
    rows.push_back(known("s" + std::to_string(i), 0.02 * part, features("sure")));
    rows.push_back(known("v" + std::to_string(i), 0.2 * part, features("vague")));
  }
  return with_spreads(rows);
}

double width(const Bounds& bounds) { return std::log(bounds.high / bounds.low); }

}  // namespace

TEST_CASE("the spread is the weighted mean error with one unknown run of five percent",
          "[arithmetic]") {
  const std::vector<Known> rows{known("a", 0.1, features("k", 32, 100)),
                                known("b", -0.3, features("k", 16, 50)),
                                known("c", 9, features("other"))};
  // b: half the cores and half the time.
  CHECK(spread_of(rows, {features("k"), kDefaultBuild, "", false}) ==
        Approx((0.1 + 0.3 / 4 + 0.05) / (1 + 1.0 / 4 + 1)));
}

TEST_CASE("a row's own group is left out", "[arithmetic]") {
  const std::vector<Known> rows{known("a", 0.1, features("k")), known("b", 0.2, features("k"))};
  CHECK(spread_of(rows, {features("k"), kDefaultBuild, "a", false}) == Approx((0.2 + 0.05) / 2));
  CHECK(with_spreads(rows)[0].spread == Approx((0.2 + 0.05) / 2));
}

TEST_CASE("another build speaks only where one's own says nothing", "[arithmetic]") {
  const std::vector<Known> rows{known("a", 0.1, features("k")),
                                known("b", 0.4, features("k"), "june"),
                                known("c", 0.3, features("split"), "june")};
  CHECK(spread_of(rows, {features("k"), kDefaultBuild, "", false}) == Approx((0.1 + 0.05) / 2));
  CHECK(spread_of(rows, {features("split"), kDefaultBuild, "", false}) == Approx((0.3 + 0.05) / 2));
}

TEST_CASE("a run takes the errors of the kinds it spends its time in", "[arithmetic]") {
  const Table table(two_kinds());
  const Bounds sure = table.bounds_of({features("sure"), kDefaultBuild, "", false});
  const Bounds vague = table.bounds_of({features("vague"), kDefaultBuild, "", false});
  const Bounds both =
      table.bounds_of({{{{"sure", 0.5}, {"vague", 0.5}}, 32, 100}, kDefaultBuild, "", false});
  CHECK(width(sure) < width(both));
  CHECK(width(both) < width(vague));
  CHECK(sure.findings.empty());
}

TEST_CASE("nine in ten of the measured runs lie in their intervals", "[arithmetic]") {
  const std::vector<Known> rows = two_kinds();
  const Table table(rows);
  int within = 0;
  for (const Known& row : rows) {
    const Bounds bounds = table.bounds_of({row.features, row.build, row.group, false});
    const double factor = row.measured_us / row.predicted_us;
    within += bounds.low <= factor && factor <= bounds.high ? 1 : 0;
  }
  CHECK(within >= 36);
}

TEST_CASE("an interval is never narrower than one percent either way", "[arithmetic]") {
  std::vector<Known> rows;
  for (int i = 0; i < 40; ++i) rows.push_back(known(std::to_string(i), 0, features("k")));
  const Bounds bounds =
      Table(with_spreads(rows)).bounds_of({features("k"), kDefaultBuild, "", false});
  CHECK(std::log(bounds.high) == Approx(0.01));
  CHECK(std::log(bounds.low) == Approx(-0.01));
}

TEST_CASE("work of an unmeasured kind, size, core count or card widens the interval with a warning",
          "[arithmetic]") {
  const Table table(two_kinds());
  const auto warned = [&](const Question& question, const std::string& id) {
    const Bounds bounds = table.bounds_of(question);
    REQUIRE(bounds.findings.size() == 1);
    CHECK(bounds.findings[0].id == id);
    CHECK(bounds.findings[0].severity == check::Severity::Warning);
    return width(bounds);
  };
  const double usual = width(table.bounds_of({features("sure"), kDefaultBuild, "", false}));
  CHECK(warned({features("fft"), kDefaultBuild, "", false}, "TIME-01") > usual);
  CHECK(warned({features("sure", 64), kDefaultBuild, "", false}, "TIME-02") > usual);
  CHECK(warned({features("sure", 32, 1000), kDefaultBuild, "", false}, "TIME-03") > usual);
  CHECK(warned({features("sure"), kDefaultBuild, "", true}, "TIME-04") == Approx(2 * usual));
}
