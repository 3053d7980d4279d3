// Are orders compared as by hand?
#include "sim/validate/ranking.hpp"

#include "tests/support/catch.hpp"

using namespace spyre::validate;

TEST_CASE("equal orders correlate fully, opposite ones fully the other way", "[arithmetic]") {
  CHECK(*rank_correlation({1, 2, 3, 4}, {10, 20, 25, 100}) == Approx(1));
  CHECK(*rank_correlation({1, 2, 3, 4}, {9, 7, 5, 3}) == Approx(-1));
}

TEST_CASE("without equal values the correlation is that of the differences of ranks",
          "[arithmetic]") {
  // 1 − 6 Σd² / n(n² − 1), with d = (1, −1, 0, 0).
  CHECK(*rank_correlation({1, 2, 3, 4}, {2, 1, 3, 4}) == Approx(1 - 6.0 * 2 / (4 * 15)));
}

TEST_CASE("equal values share the mean of their ranks", "[arithmetic]") {
  // Centred ranks (−1, ½, ½) and (−1, 0, 1): products 1.5, squares 1.5 and 2.
  CHECK(*rank_correlation({5, 8, 8}, {1, 2, 3}) == Approx(1.5 / std::sqrt(1.5 * 2)));
}

TEST_CASE("lists without an order correlate with nothing", "[arithmetic]") {
  CHECK_FALSE(rank_correlation({1, 1, 1}, {1, 2, 3}));
  CHECK_FALSE(rank_correlation({1}, {1}));
  CHECK_FALSE(rank_correlation({}, {}));
}

TEST_CASE("a pick is good up to three per cent above the best", "[arithmetic]") {
  CHECK(picks_best({5, 6, 7}, {100, 110, 120}));
  CHECK(picks_best({5, 6, 7}, {103, 100, 120}));
  CHECK_FALSE(picks_best({5, 6, 7}, {103.1, 100, 120}));
  CHECK_FALSE(picks_best({5, 5, 7}, {120, 100, 120}));  // the first of equals
}
