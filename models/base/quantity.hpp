// Quantities of the card: time, bytes, cycles, rates. Integers only; unlike quantities do not mix.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace spyre {

__extension__ using int128 = __int128;

// Simulated time: a whole number of picoseconds.
using Time = std::chrono::duration<std::int64_t, std::pico>;

constexpr Time picoseconds(std::int64_t n) { return Time{n}; }
constexpr Time nanoseconds(std::int64_t n) { return Time{n * 1000}; }

// An integer amount of one kind. Same-kind arithmetic, scaling by integers, ratio of equals; nothing else.
template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::int64_t n) : n_(n) {}
  [[nodiscard]] constexpr std::int64_t count() const { return n_; }

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity& operator+=(Quantity o) { n_ += o.n_; return *this; }
  constexpr Quantity& operator-=(Quantity o) { n_ -= o.n_; return *this; }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.n_ + b.n_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.n_ - b.n_); }
  friend constexpr Quantity operator*(Quantity a, std::int64_t k) { return Quantity(a.n_ * k); }
  friend constexpr Quantity operator*(std::int64_t k, Quantity a) { return a * k; }
  friend constexpr Quantity operator/(Quantity a, std::int64_t k) { return Quantity(a.n_ / k); }
  friend constexpr std::int64_t operator/(Quantity a, Quantity b) { return a.n_ / b.n_; }
  friend constexpr Quantity operator%(Quantity a, Quantity b) { return Quantity(a.n_ % b.n_); }

 private:
  std::int64_t n_ = 0;
};

using Bytes = Quantity<struct BytesTag>;
using Cycles = Quantity<struct CyclesTag>;
using Elements = Quantity<struct ElementsTag>;
using Macs = Quantity<struct MacsTag>;
using Hertz = Quantity<struct HertzTag>;
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;
// Vector throughput in thousandths of an element per core clock cycle (10.2 elements/cycle = 10200).
using MilliElementsPerCycle = Quantity<struct MilliElementsPerCycleTag>;
// A dimensionless factor in thousandths (1.051 = 1051).
using Permille = Quantity<struct PermilleTag>;

constexpr std::int64_t kPicosPerSecond = 1'000'000'000'000;

// ceil(a * b / c) without overflow for the magnitudes of this program; c > 0, a * b >= 0.
constexpr std::int64_t mul_div_up(std::int64_t a, std::int64_t b, std::int64_t c) {
  std::int64_t small = 0;  // the common case divides in 64 bits, several times faster
  if (!__builtin_mul_overflow(a, b, &small) && !__builtin_add_overflow(small, c - 1, &small)) return small / c;
  const int128 product = static_cast<int128>(a) * b;
  return static_cast<std::int64_t>((product + c - 1) / c);
}

constexpr std::int64_t div_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
constexpr std::int64_t round_up(std::int64_t a, std::int64_t unit) { return div_up(a, unit) * unit; }

// Occupancy of a resource, rounded up to a whole picosecond.
constexpr Time operator/(Bytes amount, BytesPerSecond rate) {
  return Time{mul_div_up(amount.count(), kPicosPerSecond, rate.count())};
}
// A cycle count in its own clock domain; the count converts as one product so that periods never drift.
constexpr Time operator/(Cycles cycles, Hertz clock) {
  return Time{mul_div_up(cycles.count(), kPicosPerSecond, clock.count())};
}
constexpr BytesPerSecond operator*(Bytes per_cycle, Hertz clock) {
  return BytesPerSecond(per_cycle.count() * clock.count());
}
constexpr Time scaled(Time t, Permille factor) {
  return Time{mul_div_up(t.count(), factor.count(), 1000)};
}

}  // namespace spyre
