// What of the card's memory is in use, by whom it was asked, and what happens when it runs short.
//
// Tensors lie in segments 0 to 6 up to a modelled capacity, programs in segment 7. No allocation
// crosses a segment.
#pragma once

#include "sim/target/free_list.hpp"

#include "flex/allocator.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace spyre::target {

inline constexpr std::uint64_t kAlignment = 128;

struct AllocationStatistics {
  std::uint64_t bytes = 0, peak = 0;  // of tensors
  std::uint64_t live = 0, made = 0;   // allocations of both kinds
};

using Extents = std::map<std::uint64_t, std::uint64_t>;  // address → bytes

class Allocations {
 public:
  using Pressure = flex::FlexAllocator::MemoryPressureCallback;
  // Told before anybody can have the range again.
  using Freed = std::function<void(std::uint64_t address, std::uint64_t bytes)>;

  explicit Allocations(std::uint64_t capacity);

  // The address; `bytes` rounded up to the alignment is what is taken. Throws std::runtime_error
  // ("out of memory").
  std::uint64_t take(std::uint64_t bytes, flex::MemoryType type);
  void give_back(std::uint64_t address);
  void on_pressure(Pressure callback);
  void on_freed(Freed callback);
  [[nodiscard]] AllocationStatistics statistics() const;
  [[nodiscard]] Extents live() const;

  static std::uint64_t rounded(std::uint64_t bytes);

 private:
  std::optional<std::uint64_t> place(std::uint64_t bytes, flex::MemoryType type);
  void count(std::uint64_t address, std::uint64_t bytes);
  [[nodiscard]] std::string refusal(std::uint64_t bytes, flex::MemoryType type) const;

  mutable std::mutex mutex_;
  std::uint64_t capacity_;
  Freed freed_;
  Pressure pressure_;
  std::vector<FreeList> segments_;
  Extents live_;
  AllocationStatistics statistics_;
};

}  // namespace spyre::target
