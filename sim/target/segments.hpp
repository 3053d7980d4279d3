// The card's device memory: eight segments of 16 GiB of which only touched pages take memory.
//
// Fresh pages read as zero. A segment is mapped when it is first asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace spyre::target {

inline constexpr int kSegments = 8;

class Segments {
 public:
  Segments() = default;
  ~Segments();
  Segments(const Segments&) = delete;
  Segments& operator=(const Segments&) = delete;

  // The bytes at a device address. Throws Error (Plan) when the range is not within one segment.
  std::uint8_t* at(std::uint64_t address, std::uint64_t bytes);
  // Gives whole pages of a range back to the machine; they read as zero again.
  void drop(std::uint64_t address, std::uint64_t bytes);

 private:
  std::mutex mutex_;
  std::array<std::uint8_t*, kSegments> base_{};
};

}  // namespace spyre::target
