#include "sim/schedule/tiles.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace spyre::schedule {
namespace {

using program::CoreletSplit;

bool power_of_two(std::int64_t n) { return std::has_single_bit(static_cast<std::uint64_t>(n)); }

// Largest multiple of `unit` that divides `n` and is accepted, `otherwise` when none is.
std::int64_t largest_divisor(std::int64_t n, std::int64_t unit, std::int64_t otherwise, const std::function<bool(std::int64_t)>& accepted) {
  for (std::int64_t t = n / unit * unit; t > 0; t -= unit) {
    if (n % t == 0 && accepted(t)) return t;
  }
  return otherwise;
}

class Rule {
 public:
  Rule(const CoreSlice& slice, const params::ChipParams& params)
      : slice_(slice),
        schedule_(params.schedule),
        room_(params::staging_bytes(params).count()),
        wide_(slice.n_slices > slice.m_slices || (slice.m_slices == 1 && slice.n_slices == 1 && slice.longer_n)) {}

  Tile choose() const {
    Tile tile = slice_.a_strided ? strided() : wide_ ? wide() : tall();
    tile.split = halves(tile.m, tile.n);
    return tile.m == slice_.m && tile.n == slice_.n ? single(tile) : shareable(tile);
  }

 private:
  [[nodiscard]] std::int64_t bytes(std::int64_t m, std::int64_t n) const {
    return schedule_.accumulator_bytes * m * n + slice_.slab_row_bytes * (m + n);
  }
  [[nodiscard]] bool fits(std::int64_t m, std::int64_t n) const { return bytes(m, n) <= room_; }

  // Batched products stop at a fixed height.
  [[nodiscard]] bool allowed(std::int64_t m) const { return !slice_.batched || m <= schedule_.strided_tile_m; }

  [[nodiscard]] static std::int64_t at_most(std::int64_t n, std::int64_t limit) {
    return largest_divisor(n, 1, 1, [limit](std::int64_t t) { return t <= limit; });
  }

  // Fewest passes over A first.
  [[nodiscard]] Tile wide() const {
    const std::int64_t low = std::min(slice_.m, schedule_.tile_minimum_m);
    Tile t;
    t.n = largest_divisor(slice_.n, slice_.stick, slice_.stick, [&](std::int64_t n) { return fits(low, n); });
    t.m = largest_divisor(slice_.m, 1, 1, [&](std::int64_t m) { return allowed(m) && fits(m, t.n); });
    return t;
  }

  // Fewest passes over B first.
  [[nodiscard]] Tile tall() const {
    const std::int64_t low = std::min(slice_.n, schedule_.tile_minimum_n);
    Tile t;
    t.m = largest_divisor(slice_.m, 1, 1, [&](std::int64_t m) { return allowed(m) && fits(m, low); });
    t.n = largest_divisor(slice_.n, slice_.stick, slice_.stick, [&](std::int64_t n) {
      return fits(t.m, n) && (n == slice_.n || power_of_two(n / slice_.stick));
    });
    return t;
  }

  [[nodiscard]] Tile strided() const {
    return {at_most(slice_.m, schedule_.strided_tile_m), std::min(slice_.n, schedule_.strided_tile_n), CoreletSplit::M};
  }

  // The dimension two corelets can halve; None when only one of them works.
  [[nodiscard]] CoreletSplit halves(std::int64_t m, std::int64_t n) const {
    const bool by_n = n / slice_.stick % 2 == 0;
    const bool by_m = m % 2 == 0 && (m / 2 % schedule_.tile_minimum_m == 0 || m <= schedule_.tile_minimum_m);
    if (wide_) return by_n ? CoreletSplit::N : by_m ? CoreletSplit::M : CoreletSplit::None;
    return by_m ? CoreletSplit::M : by_n ? CoreletSplit::N : CoreletSplit::None;
  }

  // The tile is the whole slice: each corelet keeps copies of its own, so the longer side is cut until both fit.
  [[nodiscard]] Tile single(Tile tile) const {
    if (tile.split == CoreletSplit::None || !schedule_.corelet_copies) return tile;
    const bool by_m = tile.split == CoreletSplit::M;
    std::int64_t m = by_m ? tile.m / 2 : tile.m;
    std::int64_t n = by_m ? tile.n : tile.n / 2;
    while (2 * bytes(m, n) > room_ && (m > 1 || n > slice_.stick)) {
      if (m >= n || n == slice_.stick) {
        m = largest_divisor(m, 1, 1, [m](std::int64_t t) { return t < m; });
      } else {
        n = largest_divisor(n, slice_.stick, slice_.stick, [n](std::int64_t t) { return t < n; });
      }
      if (m == 1 && n == slice_.stick) break;
    }
    return by_m ? Tile{2 * m, n, tile.split} : Tile{m, 2 * n, tile.split};
  }

  // Several tiles of which only one corelet could work: the next smaller height that two can share.
  [[nodiscard]] Tile shareable(Tile tile) const {
    if (tile.split != CoreletSplit::None) return tile;
    const std::int64_t m = largest_divisor(slice_.m, 1, 0, [&](std::int64_t t) {
      return t < tile.m && fits(t, tile.n) && halves(t, tile.n) != CoreletSplit::None;
    });
    if (m == 0) return tile;
    return {m, tile.n, halves(m, tile.n)};
  }

  const CoreSlice& slice_;
  const params::Schedule& schedule_;
  std::int64_t room_;
  bool wide_;
};

}  // namespace

Tile choose_tile(const CoreSlice& slice, const params::ChipParams& params) { return Rule(slice, params).choose(); }

}  // namespace spyre::schedule
