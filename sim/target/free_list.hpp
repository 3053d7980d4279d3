// Free ranges of one segment.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace spyre::target {

class FreeList {
 public:
  explicit FreeList(std::uint64_t bytes) : holes_{{0, bytes}} {}

  // The lowest range that fits.
  std::optional<std::uint64_t> take(std::uint64_t bytes);
  // Joins the range with free neighbours.
  void give_back(std::uint64_t offset, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t largest() const;
  [[nodiscard]] std::size_t holes() const { return holes_.size(); }

 private:
  std::map<std::uint64_t, std::uint64_t> holes_;  // offset → bytes
};

}  // namespace spyre::target
