// Device memory as reserved address space.
#include "sim/target/segments.hpp"

#include "models/base/error.hpp"

#include "flex/addresses.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace spyre::target {
namespace {

constexpr std::uint64_t kBytes = flex::SEGMENT_SIZE;

std::uint8_t* reserve() {
  void* base = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::uint8_t*>(base);
}

}  // namespace

Segments::~Segments() {
  for (std::uint8_t* base : base_)
    if (base != nullptr) munmap(base, kBytes);
}

std::uint8_t* Segments::at(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t segment = flex::dmvaToSegmentId(address);
  const std::uint64_t offset = address % kBytes;
  if (segment >= kSegments || bytes > kBytes - offset)
    throw Error(ErrorKind::Plan, "device memory",
                fmt::format("{} bytes at address {:#x}", bytes, address),
                "a range within one of eight segments of 16 GiB");
  const std::lock_guard lock(mutex_);
  std::uint8_t*& base = base_[segment];
  if (base == nullptr) base = reserve();
  return base + offset;
}

void Segments::drop(std::uint64_t address, std::uint64_t bytes) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t first = (address + page - 1) / page * page;
  const std::uint64_t last = (address + bytes) / page * page;
  if (first < last) madvise(at(first, last - first), last - first, MADV_DONTNEED);
}

}  // namespace spyre::target
