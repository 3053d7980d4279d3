// Addresses of the card's memory, as the runtime of torch-spyre names them.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <vector>

namespace flex {

// Device addresses (DMVA): eight segments of 16 GiB, the last one for programs.
inline constexpr std::uint64_t SEGMENT_SIZE_BITS = 34;
inline constexpr std::uint64_t SEGMENT_SIZE = std::uint64_t{1} << SEGMENT_SIZE_BITS;
inline constexpr std::uint64_t PROG_SEGMENT = 7;
inline constexpr std::uint64_t PROG_OFFSET_BASE = PROG_SEGMENT << SEGMENT_SIZE_BITS;

constexpr std::uint64_t dmvaToSegmentId(std::uint64_t address) {
  return address >> SEGMENT_SIZE_BITS;
}

// A region is a segment here.
struct LogicalAddress {
  std::uint64_t region_id = 0;
  std::uint64_t offset = 0;

  LogicalAddress() = default;
  LogicalAddress(std::uint64_t region, std::uint64_t bytes) : region_id(region), offset(bytes) {}
};

struct Chunk {
  LogicalAddress addr;
  std::uint64_t size = 0;
  std::uint64_t domain_id = 0;

  Chunk() = default;
  Chunk(LogicalAddress address, std::uint64_t bytes, std::uint64_t domain)
      : addr(address), size(bytes), domain_id(domain) {}
};

// A piece of memory. One that the allocator returned owns it and frees it in the end; one made from
// a chunk only looks at it.
class CompositeAddress {
 public:
  CompositeAddress() = default;
  CompositeAddress(Chunk chunk);  // implicit: call sites pass chunks
  CompositeAddress(Chunk chunk, std::shared_ptr<const void> owner);
  CompositeAddress(CompositeAddress&& other) noexcept;
  CompositeAddress& operator=(CompositeAddress&& other) noexcept;
  CompositeAddress(const CompositeAddress&) = delete;
  CompositeAddress& operator=(const CompositeAddress&) = delete;
  ~CompositeAddress();

  [[nodiscard]] const std::vector<Chunk>& chunks() const { return chunks_; }
  // Answers for a moved-from address too: statistics are told after the memory has changed hands.
  [[nodiscard]] std::size_t total_size() const { return total_; }

 private:
  std::vector<Chunk> chunks_;
  std::size_t total_ = 0;
  std::shared_ptr<const void> owner_;
};

std::ostream& operator<<(std::ostream& stream, const CompositeAddress& address);

}  // namespace flex
