// Places allocations in segments and counts them.
#include "sim/target/allocations.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace spyre::target {
namespace {

using flex::MemoryType;

bool is_program(std::uint64_t address) {
  return flex::dmvaToSegmentId(address) == flex::PROG_SEGMENT;
}

}  // namespace

Allocations::Allocations(std::uint64_t capacity)
    : capacity_(capacity), segments_(flex::PROG_SEGMENT + 1, FreeList(flex::SEGMENT_SIZE)) {}

std::uint64_t Allocations::rounded(std::uint64_t bytes) {
  return (std::max<std::uint64_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
}

std::uint64_t Allocations::take(std::uint64_t bytes, MemoryType type) {
  if (bytes > flex::SEGMENT_SIZE) throw std::runtime_error(refusal(bytes, type));
  const std::uint64_t size = rounded(bytes);
  std::unique_lock lock(mutex_);
  std::optional<std::uint64_t> address = place(size, type);
  if (!address && pressure_) {
    const Pressure callback = pressure_;
    callback(lock);
    address = place(size, type);
  }
  if (!address) throw std::runtime_error(refusal(size, type));
  count(*address, size);
  return *address;
}

std::optional<std::uint64_t> Allocations::place(std::uint64_t bytes, MemoryType type) {
  const bool program = type == MemoryType::Program;
  if (!program && bytes > capacity_ - std::min(capacity_, statistics_.bytes)) return std::nullopt;
  const std::uint64_t first = program ? flex::PROG_SEGMENT : 0;
  const std::uint64_t last = program ? flex::PROG_SEGMENT : flex::PROG_SEGMENT - 1;
  for (std::uint64_t segment = first; segment <= last; ++segment) {
    const std::optional<std::uint64_t> offset = segments_[segment].take(bytes);
    if (offset) return (segment << flex::SEGMENT_SIZE_BITS) + *offset;
  }
  return std::nullopt;
}

void Allocations::count(std::uint64_t address, std::uint64_t bytes) {
  live_.emplace(address, bytes);
  ++statistics_.live;
  ++statistics_.made;
  if (is_program(address)) return;
  statistics_.bytes += bytes;
  statistics_.peak = std::max(statistics_.peak, statistics_.bytes);
}

void Allocations::give_back(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  const auto entry = live_.find(address);
  ensure(entry != live_.end(), "memory freed that was not allocated");
  const std::uint64_t bytes = entry->second;
  live_.erase(entry);
  --statistics_.live;
  if (!is_program(address)) statistics_.bytes -= bytes;
  if (freed_) freed_(address, bytes);
  segments_[flex::dmvaToSegmentId(address)].give_back(address % flex::SEGMENT_SIZE, bytes);
}

void Allocations::on_pressure(Pressure callback) {
  const std::lock_guard lock(mutex_);
  pressure_ = std::move(callback);
}

void Allocations::on_freed(Freed callback) {
  const std::lock_guard lock(mutex_);
  freed_ = std::move(callback);
}

AllocationStatistics Allocations::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

Extents Allocations::live() const {
  const std::lock_guard lock(mutex_);
  return live_;
}

std::string Allocations::refusal(std::uint64_t bytes, MemoryType type) const {
  if (type == MemoryType::Program)
    return fmt::format("Spyre out of memory: no room for a program of {} bytes in segment 7",
                       bytes);
  std::uint64_t largest = 0;
  for (std::uint64_t i = 0; i < flex::PROG_SEGMENT; ++i)
    largest = std::max(largest, segments_[i].largest());
  return fmt::format(
      "Spyre out of memory: {} bytes asked for, {} of {} in use, largest free range {}", bytes,
      statistics_.bytes, capacity_, largest);
}

}  // namespace spyre::target
