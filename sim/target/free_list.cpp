// Free ranges of one segment.
#include "sim/target/free_list.hpp"

#include <algorithm>
#include <iterator>

namespace spyre::target {

std::optional<std::uint64_t> FreeList::take(std::uint64_t bytes) {
  const auto hole = std::find_if(holes_.begin(), holes_.end(),
                                 [bytes](const auto& entry) { return entry.second >= bytes; });
  if (hole == holes_.end()) return std::nullopt;
  const auto [offset, size] = *hole;
  holes_.erase(hole);
  if (size > bytes) holes_.emplace(offset + bytes, size - bytes);
  return offset;
}

void FreeList::give_back(std::uint64_t offset, std::uint64_t bytes) {
  auto next = holes_.lower_bound(offset);
  if (next != holes_.end() && next->first == offset + bytes) {
    bytes += next->second;
    next = holes_.erase(next);
  }
  if (next != holes_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == offset) {
      before->second += bytes;
      return;
    }
  }
  holes_.emplace(offset, bytes);
}

std::uint64_t FreeList::largest() const {
  std::uint64_t most = 0;
  for (const auto& [offset, bytes] : holes_) most = std::max(most, bytes);
  return most;
}

}  // namespace spyre::target
