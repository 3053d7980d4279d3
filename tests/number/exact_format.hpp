// A number format as a list of exact values, and rounding by comparing distances: what the codecs
// are held against.
#pragma once

#include "sim/number/rounding.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace spyre::number::test {

using Exact = boost::multiprecision::cpp_int;  // a value times 2^kScale
inline constexpr int kScale = 200;

inline Exact exact(float value) { return Exact(std::ldexp(static_cast<double>(value), kScale)); }
inline Exact power_of_two(int exponent) { return Exact(1) << (kScale + exponent); }

// Magnitudes in code order. `beyond` is the value of the slot after the last one, which stands for
// overflow.
struct ExactFormat {
  std::vector<Exact> magnitudes;
  Exact beyond;
  std::uint32_t overflow_code = 0;

  // The code of x ≥ 0 that lies between magnitude i and its successor.
  [[nodiscard]] std::uint32_t code_between(std::size_t i, const Exact& x, Rounding mode) const {
    const bool last = i + 1 == magnitudes.size();
    const Exact& high = last ? beyond : magnitudes[i + 1];
    const Exact below = x - magnitudes[i], above = high - x;
    bool up = below > above || above == 0;
    if (below == above)
      up = mode == Rounding::NearestUp || (mode == Rounding::NearestEven && i % 2 == 1);
    if (mode == Rounding::TowardZero) up = above == 0;
    if (!up) return static_cast<std::uint32_t>(i);
    return last ? overflow_code : static_cast<std::uint32_t>(i + 1);
  }
};

// Calls visit(i, x) for floats around every value and every midpoint of the format.
template <class Visitor>
void probe(const std::vector<float>& values, float beyond, Visitor&& visit) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float low = values[i];
    const float high = i + 1 < values.size() ? values[i + 1] : beyond;
    const float middle = low + (high - low) / 2;
    visit(i, low);
    visit(i, std::nextafter(low, kInfinity));
    visit(i, std::nextafter(middle, 0.0F));
    visit(i, middle);
    visit(i, std::nextafter(middle, kInfinity));
    visit(i, std::nextafter(high, 0.0F));
  }
}

}  // namespace spyre::number::test
