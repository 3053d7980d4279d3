// The card's memories in host memory: device memory as the plan's allocations, and 32 scratchpads.
//
// Allocations come into being when first touched. Scratchpads keep their contents over operations
// and launches.
#pragma once

#include "sim/execute/region.hpp"
#include "sim/plan/plan.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace spyre::execute {

inline constexpr int kCores = 32;
inline constexpr std::int64_t kLxBytes = std::int64_t{2} << 20;

// Where the bytes of an allocation are kept outside this room; null to keep them here.
using Lender = std::function<std::uint8_t*(const plan::Storage&)>;

using Scratchpads = std::array<std::unique_ptr<Region>, kCores>;

class Memory {
 public:
  explicit Memory(const std::vector<plan::Storage>& storages, Lender lender = {});

  Region& storage(plan::StorageId id);
  Region& lx(int core);
  // Exchanges the scratchpads for others, to keep their contents from one memory to the next.
  void exchange_lx(Scratchpads& others) { lx_.swap(others); }
  // Where a tensor lies for one core.
  Region& home(const plan::Tensor& tensor, int core);

  // A copy of a range as a core sees it, whatever allocations it crosses. Device memory outside all
  // of them exists as well: plans that reach there still run.
  Region picture(const plan::Tensor& tensor, int core, std::int64_t first, std::int64_t last);
  // Takes over what an event wrote into such a copy.
  void take_over(const plan::Tensor& tensor, int core, const Region& picture, Event event);

 private:
  static constexpr std::int64_t kPageBytes = std::int64_t{1} << 20;

  // Regions that a range crosses, memory outside the allocations first.
  std::vector<Region*> crossed(const plan::Tensor& tensor, int core, std::int64_t first,
                               std::int64_t last);
  // Where one stick lies; null beyond a scratchpad.
  Region* region_of(const plan::Tensor& tensor, int core, std::int64_t stick);

  std::vector<plan::Storage> storages_;
  Lender lender_;
  std::vector<std::unique_ptr<Region>> regions_;
  std::map<std::int64_t, std::unique_ptr<Region>> outside_;  // pages between the allocations
  Scratchpads lx_;
};

}  // namespace spyre::execute
