#include "models/dram/memory.hpp"

#include <algorithm>

namespace spyre::dram {
namespace {

constexpr std::uint64_t kServe = ~std::uint64_t{0};

// Calls `visit(first, end)` for each stretch of whole access granules that parts touch and no earlier part did.
template <class Visit>
void for_each_access(const Extent& extent, std::int64_t granule, Visit visit) {
  if (extent.access > 0) granule = std::min(granule, extent.access);
  const std::int64_t bytes = extent.bytes / std::ssize(extent.parts);
  std::int64_t last_first = -1;
  std::int64_t last_end = -1;
  for (const std::int64_t part : extent.parts) {
    const std::int64_t first = part / granule * granule;
    const std::int64_t end = round_up(part + bytes, granule);
    const bool shared = first >= last_first && first < last_end;
    if (!shared || last_end < end) visit(shared ? last_end : first, end);
    last_first = first;
    last_end = std::max(shared ? last_end : 0, end);
  }
}

}  // namespace

std::int64_t Extent::occupied(std::int64_t granule) const {
  if (parts.empty()) return bytes;
  std::int64_t sum = 0;
  for_each_access(*this, granule, [&](std::int64_t first, std::int64_t end) { sum += end - first; });
  return sum;
}

Memory::Memory(const sc_core::sc_module_name& name, kernel::Context& context, const params::Dram& params)
    : Unit(name, context),
      params_(params),
      map_(params),
      channels_(static_cast<std::size_t>(params.channels), Channel(params)),
      free_at_(static_cast<std::size_t>(params.channels), Time{0}) {}

void Memory::set_discipline(const Discipline& first, std::int64_t bursts, const Discipline& later) {
  discipline_ = bursts > 0 ? first : later;
  later_ = later;
  first_bursts_ = bursts;
}

void Memory::submit(const Burst& burst, Time arrival) {
  context().agenda().at(arrival, number(), *this, pending_.add({burst, 0}));
}

void Memory::on_event(std::uint64_t tag) {
  if (tag == kServe) {
    serve();
  } else {
    arrive(static_cast<std::uint32_t>(tag));
  }
}

// Splits the burst over the channels and starts those whose bus is free.
void Memory::arrive(std::uint32_t index) {
  const Burst& burst = pending_[index].burst;
  if (--first_bursts_ < 0) discipline_ = later_;
  if (queued_++ == 0) set_busy("burst");
  bytes_[static_cast<std::size_t>(burst.direction)] += burst.extent.bytes;
  if (burst.extent.parts.empty()) {
    split(index, burst.extent.address, burst.extent.address + burst.extent.bytes, kWholeGranule);
  } else {
    split_parts(index);
  }
  serve();
}

void Memory::split_parts(std::uint32_t index) {
  const Extent& extent = pending_[index].burst.extent;
  const bool read = pending_[index].burst.direction == Direction::Read;
  const std::int64_t granule = (read ? params_.interleave : params_.access_granule).count();
  const auto share = static_cast<std::int32_t>(kWholeGranule * extent.bytes / extent.occupied(granule));
  for_each_access(extent, granule, [&](std::int64_t first, std::int64_t end) { split(index, first, end, share); });
}

void Memory::split(std::uint32_t index, std::int64_t first, std::int64_t end, std::int32_t share) {
  Pending& p = pending_[index];
  const std::int64_t width = p.burst.scatter_width;
  const std::int64_t line = params_.write_line.count();
  const std::int64_t left_alone = width == 0 ? 0 : kWholeGranule * std::max<std::int64_t>(0, line - width) / line;
  for (std::int64_t at = first; at < end;) {
    const std::int64_t next = std::min(end, map_.granule_end(at));
    const Location where = map_.locate(at);
    enqueue(static_cast<std::size_t>(where.channel), p.burst.direction,
            {index, static_cast<std::int32_t>(next - at), where.bank, where.row, share, width > 0, static_cast<std::int32_t>(left_alone)});
    ++p.granules;
    at = next;
  }
}

void Memory::enqueue(std::size_t channel, Direction direction, const Granule& granule) {
  if (channels_[channel].empty()) waiting_.insert(std::lower_bound(waiting_.begin(), waiting_.end(), channel), channel);
  channels_[channel].push(direction, granule);
}

// Serves every channel that is free now, then books the next instant at which one becomes free.
void Memory::serve() {
  const Time now = kernel::now();
  if (next_service_ <= now) next_service_ = Time::max();
  Time next = Time::max();
  const auto served = [&](std::size_t c) {
    if (free_at_[c] <= now) serve_channel(c);
    if (channels_[c].empty()) return true;
    next = std::min(next, free_at_[c]);
    return false;
  };
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), served), waiting_.end());
  if (next < next_service_) {
    next_service_ = next;
    context().agenda().at(next, number(), *this, kServe);
  }
}

void Memory::serve_channel(std::size_t channel) {
  const Channel::Served served = channels_[channel].serve(kernel::now(), discipline_);
  free_at_[channel] = served.end;
  Pending& p = pending_[served.request];
  if (--p.granules > 0) return;
  const Burst burst = pending_.take(served.request).burst;
  if (--queued_ == 0) set_idle();
  burst.client->memory_done(burst.tag, served.end);
}

std::vector<observe::Counter> Memory::counters() const {
  std::int64_t misses = 0;
  std::int64_t turnarounds = 0;
  for (const Channel& c : channels_) {
    misses += c.row_misses();
    turnarounds += c.turnarounds();
  }
  return {{"bytes_read", bytes_[0]}, {"bytes_written", bytes_[1]}, {"row_misses", misses}, {"turnarounds", turnarounds}};
}

}  // namespace spyre::dram
