// The allocator of device memory, as torch-spyre asks it.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "flex/addresses.hpp"

namespace spyre::target {
class Allocations;
}

namespace flex {

enum class PlacementPolicy { Bind };
enum class MemoryType { Tensor, Program };

// What an allocation is for. Only the memory type decides where it lies: both types name region 0.
struct AllocationDirective {
  AllocationDirective(PlacementPolicy the_policy, std::vector<std::uint64_t> the_regions,
                      std::optional<std::uint64_t> the_domain, MemoryType the_type)
      : policy(the_policy),
        regions(std::move(the_regions)),
        domain(the_domain),
        memory_type(the_type) {}

  PlacementPolicy policy;
  std::vector<std::uint64_t> regions;
  std::optional<std::uint64_t> domain;
  MemoryType memory_type;
};

class FlexAllocator {
 public:
  // Called when memory runs short, with the allocator's mutex held; it may unlock it to free memory
  // and must return with it locked.
  using MemoryPressureCallback = std::function<void(std::unique_lock<std::mutex>&)>;

  explicit FlexAllocator(std::shared_ptr<spyre::target::Allocations> allocations);

  // A multiple of 128 bytes at a multiple of 128. Throws std::runtime_error ("out of memory") when
  // there is no room, also after the callback.
  CompositeAddress allocate(std::size_t bytes, const AllocationDirective& directive);
  [[nodiscard]] std::uint64_t compositeAddressToDmva(const CompositeAddress& address) const;
  void registerMemoryPressureCallback(MemoryPressureCallback callback);

 private:
  std::shared_ptr<spyre::target::Allocations> allocations_;
};

}  // namespace flex
