// Are the special functions exact to well below a rounding of fp32, also at their edges?
#include "sim/execute/functions.hpp"

#include "tests/support/catch.hpp"

#include <cmath>

namespace spyre::execute {
namespace {

template <class Function, class Reference>
double worst(double low, double high, Function function, Reference reference) {
  constexpr int kSteps = 20000;
  double worst = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double x = low + (high - low) * i / kSteps;
    const double exact = reference(x);
    if (exact != 0) worst = std::max(worst, std::fabs(function(x) - exact) / std::fabs(exact));
  }
  return worst;
}

TEST_CASE("special functions agree with the mathematical ones", "[arithmetic]") {
  constexpr double kLimit = 2e-9;  // a rounding of fp32 is 6e-8
  CHECK(worst(-100, 88, exponential, [](double x) { return std::exp(x); }) < kLimit);
  CHECK(worst(1e-9, 1000, logarithm, [](double x) { return std::log(x); }) < kLimit);
  CHECK(worst(-20, 20, hyperbolic_tangent, [](double x) { return std::tanh(x); }) < kLimit);
  CHECK(worst(-80, 80, sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }) < kLimit);
  CHECK(worst(0, 5.9, complementary_error, [](double x) { return std::erfc(x); }) < kLimit);
  CHECK(worst(-8, 8, gelu, [](double x) { return x * 0.5 * std::erfc(-x / std::sqrt(2.0)); }) <
        kLimit);
  CHECK(worst(
            -18, 19, [](double x) { return softplus(x, 1, 20); },
            [](double x) { return std::log1p(std::exp(x)); }) < kLimit);
}

TEST_CASE("softplus is the identity above its threshold and scales by beta", "[arithmetic]") {
  CHECK(softplus(21, 1, 20) == 21);
  CHECK(softplus(3, 2, 20) == Approx(std::log1p(std::exp(6.0)) / 2).epsilon(1e-12));
}

TEST_CASE("special functions have the right limits", "[arithmetic]") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(static_cast<float>(exponential(-infinity)) == 0.0F);
  CHECK(std::isinf(static_cast<float>(exponential(infinity))));
  CHECK(std::isnan(exponential(std::nan(""))));
  CHECK(logarithm(0) == -infinity);
  CHECK(logarithm(infinity) == infinity);
  CHECK(std::isnan(logarithm(-1)));
  CHECK(hyperbolic_tangent(-infinity) == -1);
  CHECK(gelu(-infinity) == 0);
  CHECK(gelu(infinity) == infinity);
  CHECK(std::isnan(gelu(std::nan(""))));
}

}  // namespace
}  // namespace spyre::execute
