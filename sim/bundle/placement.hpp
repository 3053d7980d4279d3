// Gives every argument and pool a range of device memory.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/bundle/problems.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::bundle {

// Ranges are asked for by name, then all placed at once: compactly, in the order of first request,
// never across a 16 GiB segment, never in the program's segment. Bank and channel of an address
// depend on this order.
class Placement {
 public:
  // The id a name's storage will have; its size is the largest asked for.
  plan::StorageId request(const std::string& name, std::int64_t bytes, bool pool);
  // A segment whose addresses the plan gives itself.
  plan::StorageId keep_segment(std::int64_t segment, std::int64_t bytes, bool pool);
  // The storage of a kept segment; an address nobody kept falls to the first storage.
  [[nodiscard]] plan::StorageId segment_storage(std::int64_t segment) const;

  std::vector<plan::Storage> place(const std::string& file, Problems& problems);

 private:
  plan::StorageId add(const std::string& name, bool pool);
  [[nodiscard]] bool next_free_segment();

  std::vector<plan::Storage> storages_;
  std::vector<bool> fixed_;
  std::map<std::string, plan::StorageId> by_name_;
  std::map<std::int64_t, plan::StorageId> segments_;
  std::int64_t cursor_ = 0;
};

}  // namespace spyre::bundle
