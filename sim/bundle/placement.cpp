// Compact placement of storages in device memory.
#include "sim/bundle/placement.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::bundle {
namespace {

constexpr std::int64_t kAlignment = 4096;  // a burst; the device needs 128

}  // namespace

plan::StorageId Placement::add(const std::string& name, bool pool) {
  storages_.push_back({name, 0, 0, pool});
  fixed_.push_back(false);
  return static_cast<plan::StorageId>(storages_.size() - 1);
}

plan::StorageId Placement::request(const std::string& name, std::int64_t bytes, bool pool) {
  const auto known = by_name_.find(name);
  const plan::StorageId id =
      known != by_name_.end() ? known->second : by_name_[name] = add(name, pool);
  plan::Storage& storage = storages_[static_cast<std::size_t>(id)];
  storage.bytes = std::max(storage.bytes, bytes);
  return id;
}

plan::StorageId Placement::keep_segment(std::int64_t segment, std::int64_t bytes, bool pool) {
  const auto known = segments_.find(segment);
  const std::string name = pool ? "pool" : fmt::format("segment_{}", segment);
  const plan::StorageId id =
      known != segments_.end() ? known->second : segments_[segment] = add(name, pool);
  plan::Storage& storage = storages_[static_cast<std::size_t>(id)];
  storage.address = segment * plan::kSegmentBytes;
  storage.bytes = std::max(storage.bytes, bytes);
  fixed_[static_cast<std::size_t>(id)] = true;
  return id;
}

plan::StorageId Placement::segment_storage(std::int64_t segment) const {
  const auto found = segments_.find(segment);
  return found == segments_.end() ? 0 : found->second;
}

// Moves the cursor to the next segment the plan does not address itself.
bool Placement::next_free_segment() {
  std::int64_t segment = cursor_ / plan::kSegmentBytes;
  while (segments_.count(segment) != 0) {
    ++segment;
    cursor_ = segment * plan::kSegmentBytes;
  }
  return segment < plan::kProgramSegment;
}

std::vector<plan::Storage> Placement::place(const std::string& file, Problems& problems) {
  for (std::size_t i = 0; i < storages_.size(); ++i) {
    plan::Storage& storage = storages_[i];
    if (fixed_[i]) continue;
    const std::int64_t room = plan::kSegmentBytes - cursor_ % plan::kSegmentBytes;
    if (storage.bytes > room) cursor_ += room;
    if (!next_free_segment() || storage.bytes > plan::kSegmentBytes) {
      problems.plan(
          file, fmt::format("ADR-02: no room for '{}' of {} bytes", storage.name, storage.bytes),
          "seven segments of 16 GiB, no tensor across two");
      break;
    }
    storage.address = cursor_;
    cursor_ += round_up(std::max<std::int64_t>(storage.bytes, 1), kAlignment);
  }
  return storages_;
}

}  // namespace spyre::bundle
