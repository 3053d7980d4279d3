// Addresses and the allocator of the runtime interface.
#include "sim/target/allocations.hpp"

#include "flex/addresses.hpp"
#include "flex/allocator.hpp"

#include <ostream>
#include <stdexcept>
#include <utility>

namespace flex {
namespace {

using spyre::target::Allocations;

// Frees an allocation with its last owner.
struct Block {
  std::shared_ptr<Allocations> allocations;
  std::uint64_t address;

  Block(std::shared_ptr<Allocations> from, std::uint64_t at)
      : allocations(std::move(from)), address(at) {}
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block() { allocations->give_back(address); }
};

}  // namespace

CompositeAddress::CompositeAddress(Chunk chunk) : chunks_{chunk}, total_(chunk.size) {}

CompositeAddress::CompositeAddress(Chunk chunk, std::shared_ptr<const void> owner)
    : chunks_{chunk}, total_(chunk.size), owner_(std::move(owner)) {}

CompositeAddress::CompositeAddress(CompositeAddress&& other) noexcept = default;
CompositeAddress& CompositeAddress::operator=(CompositeAddress&& other) noexcept = default;
CompositeAddress::~CompositeAddress() = default;

std::ostream& operator<<(std::ostream& stream, const CompositeAddress& address) {
  stream << "CompositeAddress(" << address.total_size() << " bytes";
  for (const Chunk& chunk : address.chunks())
    stream << ", region " << chunk.addr.region_id << " offset " << chunk.addr.offset << " size "
           << chunk.size;
  return stream << ')';
}

FlexAllocator::FlexAllocator(std::shared_ptr<Allocations> allocations)
    : allocations_(std::move(allocations)) {}

CompositeAddress FlexAllocator::allocate(std::size_t bytes, const AllocationDirective& directive) {
  const std::uint64_t address = allocations_->take(bytes, directive.memory_type);
  auto owner = std::make_shared<const Block>(allocations_, address);
  const LogicalAddress at(dmvaToSegmentId(address), address % SEGMENT_SIZE);
  return {Chunk(at, Allocations::rounded(bytes), 0), std::move(owner)};
}

std::uint64_t FlexAllocator::compositeAddressToDmva(const CompositeAddress& address) const {
  if (address.chunks().empty()) throw std::runtime_error("an address without memory");
  const LogicalAddress& at = address.chunks().front().addr;
  return (at.region_id << SEGMENT_SIZE_BITS) + at.offset;
}

void FlexAllocator::registerMemoryPressureCallback(MemoryPressureCallback callback) {
  allocations_->on_pressure(std::move(callback));
}

}  // namespace flex
