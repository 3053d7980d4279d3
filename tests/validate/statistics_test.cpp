// Do the figures of a family match a calculation by hand?
#include "sim/validate/statistics.hpp"

#include "tests/support/catch.hpp"

using namespace spyre::validate;

namespace {

Sample sample(const std::string& id, double measured, double predicted,
              const std::string& shape = {}) {
  return {id, shape, measured, predicted, {}};
}

}  // namespace

TEST_CASE("errors are relative to the measurement", "[arithmetic]") {
  CHECK(error_of(sample("a", 200, 150)) == Approx(-0.25));
}

TEST_CASE("RMS and bias are those of the relative errors", "[arithmetic]") {
  // +10 %, −20 %, +40 %.
  const Figures f =
      figures_of({sample("a", 100, 110), sample("b", 50, 40), sample("c", 1000, 1400)});
  CHECK(f.n == 3);
  CHECK(f.rms_pct == Approx(std::sqrt((100.0 + 400 + 1600) / 3)));
  CHECK(f.bias_pct == Approx((10.0 - 20 + 40) / 3));
  CHECK(f.worst_id == "c");
  CHECK(f.worst_pct == Approx(40));
}

TEST_CASE("the worst row is the furthest off either way, the first of equals", "[arithmetic]") {
  const Figures f = figures_of({sample("a", 100, 90), sample("b", 100, 50), sample("c", 100, 150)});
  CHECK(f.worst_id == "b");
  CHECK(f.worst_pct == Approx(-50));
}

TEST_CASE("a perfect prediction has a worst row too", "[arithmetic]") {
  const Figures f = figures_of({sample("a", 100, 100)});
  CHECK(f.worst_id == "a");
  CHECK(f.rms_pct == 0);
}

TEST_CASE("groups of one shape are ranked from three members on", "[arithmetic]") {
  std::vector<Sample> samples{sample("a1", 10, 11, "a"), sample("a2", 20, 19, "a"),
                              sample("b1", 10, 30, "b"), sample("b2", 20, 20, "b"),
                              sample("b3", 30, 10, "b")};
  const Figures two = figures_of(samples);
  CHECK(two.shapes == 1);
  CHECK(*two.spearman == Approx(-1));
  CHECK(*two.best_split_pct == Approx(0));
  samples.push_back(sample("a3", 30, 40, "a"));
  const Figures three = figures_of(samples);
  CHECK(three.shapes == 2);
  CHECK(*three.spearman == Approx((1.0 - 1.0) / 2));
  CHECK(*three.best_split_pct == Approx(50));
}

TEST_CASE("samples without a shape are in no group", "[arithmetic]") {
  const Figures f = figures_of({sample("a", 1, 1), sample("b", 2, 2), sample("c", 3, 3)});
  CHECK(f.shapes == 0);
  CHECK_FALSE(f.spearman);
  CHECK_FALSE(f.best_split_pct);
}

TEST_CASE("a group whose predictions are all equal is no part of the mean correlation",
          "[arithmetic]") {
  const Figures f =
      figures_of({sample("a", 1, 5, "x"), sample("b", 2, 5, "x"), sample("c", 3, 5, "x"),
                  sample("d", 1, 1, "y"), sample("e", 2, 2, "y"), sample("f", 3, 3, "y")});
  CHECK(f.shapes == 2);
  CHECK(*f.spearman == Approx(1));
  CHECK(*f.best_split_pct == Approx(100));
}

TEST_CASE("no samples have no figures", "[arithmetic]") {
  CHECK(figures_of({}).n == 0);
  CHECK(figures_of({}).worst_id.empty());
}
