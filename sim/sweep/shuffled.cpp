// A Feistel network over the next even number of bits; what falls beyond the size goes round again.
#include "sim/sweep/shuffled.hpp"

#include <bit>

namespace spyre::sweep {
namespace {

constexpr int kRounds = 4;

// Spreads every bit over all others (splitmix64).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

std::uint64_t permuted(std::uint64_t number, int half_bits, std::uint64_t seed) {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits) - 1;
  std::uint64_t left = number >> half_bits, right = number & mask;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t key = mixed(seed * kRounds + static_cast<std::uint64_t>(round));
    const std::uint64_t next = left ^ (mixed(right ^ key) & mask);
    left = right;
    right = next;
  }
  return (left << half_bits) | right;
}

}  // namespace

std::uint64_t shuffled(std::uint64_t number, std::uint64_t size, std::uint64_t seed) {
  if (size <= 1) return number;
  const int half_bits = (static_cast<int>(std::bit_width(size - 1)) + 1) / 2;
  do {
    number = permuted(number, half_bits, seed);
  } while (number >= size);
  return number;
}

}  // namespace spyre::sweep
