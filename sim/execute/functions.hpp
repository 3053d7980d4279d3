// The special functions of the vector unit, from basic arithmetic alone.
//
// The card's approximations are unknown, so these are exact to well below one rounding of fp32.
// They use no function of the C library, whose last bits differ between versions and processors:
// the same input gives the same bytes everywhere. All are free of branches where a loop over them
// should vectorise.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace spyre::execute {

inline constexpr double kLn2 = 0x1.62e42fefa39efp-1;

// e^x for any double; beyond ±708 the result is as good as 0 or infinity once rounded to float.
constexpr double exponential(double x) {
  constexpr double kLog2E = 0x1.71547652b82fep+0;
  constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;
  constexpr double kRounder = 0x1.8p52;  // adding it leaves the nearest integer in the low bits
  const double low = x < -708.0 ? -708.0 : x;
  const double clamped = low > 708.0 ? 708.0 : low;
  const double shifted = clamped * kLog2E + kRounder;
  const double n = shifted - kRounder;
  const double r = (clamped - n * kLn2High) - n * kLn2Low;
  double sum = 1.0 / 3628800;
  for (const double factorial : {362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0, 2.0, 1.0, 1.0})
    sum = sum * r + 1.0 / factorial;
  const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(shifted) + 1023) << 52;
  return sum * std::bit_cast<double>(exponent);
}

// The natural logarithm of a float.
constexpr double logarithm(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double mantissa = std::bit_cast<double>((bits & 0xFFFFFFFFFFFFFU) | 0x3FF0000000000000U);
  const bool upper = mantissa > 0x1.6a09e667f3bcdp+0;  // √2
  const double m = upper ? mantissa * 0.5 : mantissa;
  const auto exponent = static_cast<std::int32_t>(bits >> 52) - 1023 + (upper ? 1 : 0);
  const double s = (m - 1.0) / (m + 1.0), square = s * s;
  double sum = 1.0 / 17;
  for (const double odd : {15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0})
    sum = sum * square + 1.0 / odd;
  const double finite = static_cast<double>(exponent) * kLn2 + 2.0 * s * sum;
  using Limits = std::numeric_limits<double>;
  const double positive = x < Limits::infinity() ? finite : x;
  const double defined = x > 0 ? positive : (x == 0 ? -Limits::infinity() : Limits::quiet_NaN());
  return defined;
}

constexpr double sigmoid(double x) { return 1.0 / (1.0 + exponential(-x)); }

constexpr double hyperbolic_tangent(double x) {
  const double square = x * x;
  const double near_zero =
      x * (1.0 - square * (1.0 / 3 - square * (2.0 / 15 - square * (17.0 / 315))));
  const double magnitude = x < 0 ? -x : x;
  const double far = 1.0 - 2.0 / (exponential(2.0 * magnitude) + 1.0);
  return magnitude < 0.02 ? near_zero : (x < 0 ? -far : far);
}

constexpr double softplus(double x, double beta, double threshold) {
  const double scaled = x * beta;
  const double e = exponential(scaled < threshold ? scaled : threshold);
  const double log_of_one_plus = e < 1e-5 ? e - 0.5 * e * e : logarithm(1.0 + e);
  return scaled > threshold ? x : log_of_one_plus / beta;
}

namespace erfc_detail {

inline constexpr int kSteps = 8, kLast = 6 * kSteps;  // grid of 1/8 up to 6
inline constexpr int kDegree = 10;
inline constexpr double kTwoOverRootPi = 0x1.20dd750429b6dp+0;
using Series = std::array<double, kDegree + 1>;

// Power series for small arguments, continued fraction for large ones.
constexpr double at_grid(double z) {
  if (z < 2.5) {
    double term = z, sum = z;
    for (int n = 1; n < 60; ++n) {
      term *= -z * z / n;
      sum += term / (2 * n + 1);
    }
    return 1.0 - kTwoOverRootPi * sum;
  }
  double fraction = 0;
  for (int n = 60; n > 0; --n) fraction = 0.5 * n / (z + fraction);
  return exponential(-z * z) * 0.5 * kTwoOverRootPi / (z + fraction);
}

// Taylor coefficients around a grid point: those of exp(−z²) follow from g' = −2·z·g.
constexpr Series series_at(double z) {
  Series g{}, series{};
  g[0] = exponential(-z * z);
  g[1] = -2.0 * z * g[0];
  for (std::size_t n = 1; n < kDegree; ++n)
    g[n + 1] = -2.0 * (z * g[n] + g[n - 1]) / static_cast<double>(n + 1);
  series[0] = at_grid(z);
  for (std::size_t n = 0; n < kDegree; ++n)
    series[n + 1] = -kTwoOverRootPi * g[n] / static_cast<double>(n + 1);
  return series;
}

constexpr std::array<Series, kLast + 1> table() {
  std::array<Series, kLast + 1> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = series_at(static_cast<double>(i) / kSteps);
  return rows;
}

inline constexpr auto kTable = table();

}  // namespace erfc_detail

// erfc(z) for z ≥ 0, also where it is tiny: a Taylor series around the nearest of 49 points.
constexpr double complementary_error(double z) {
  using namespace erfc_detail;
  if (!(z < 6.0)) return z > 6.0 ? 0.0 : z;
  const auto i = static_cast<std::size_t>(z * kSteps + 0.5);
  const double d = z - static_cast<double>(i) / kSteps;
  double sum = 0;
  for (std::size_t n = kDegree + 1; n-- > 0;) sum = sum * d + kTable[i][n];
  return sum;
}

// x · Φ(x), the erf form (number-formats section 9).
constexpr double gelu(double x) {
  constexpr double kRootHalf = 0x1.6a09e667f3bcdp-1;
  const double tail = 0.5 * complementary_error((x < 0 ? -x : x) * kRootHalf);
  if (x < -std::numeric_limits<float>::max()) return 0.0;
  return x * (x < 0 ? tail : 1.0 - tail);
}

}  // namespace spyre::execute
