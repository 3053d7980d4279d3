#include "models/dram/memory.hpp"

#include <algorithm>

namespace spyre::dram {
namespace {

constexpr std::uint64_t kServe = ~std::uint64_t{0};

}  // namespace

Memory::Memory(const sc_core::sc_module_name& name, kernel::Context& context, const params::Dram& params)
    : Unit(name, context),
      params_(params),
      map_(params),
      channels_(static_cast<std::size_t>(params.channels), Channel(params)),
      free_at_(static_cast<std::size_t>(params.channels), Time{0}) {}

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
  Pending& p = pending_[index];
  const std::int64_t end = p.burst.address + p.burst.bytes;
  if (queued_++ == 0) set_busy("burst");
  bytes_[static_cast<std::size_t>(p.burst.direction)] += p.burst.bytes;
  const std::int64_t piece = p.burst.partial_piece;
  for (std::int64_t at = p.burst.address; at < end;) {
    std::int64_t next = std::min(end, map_.granule_end(at));
    if (piece > 0) next = std::min(next, at + piece);
    const Location where = map_.locate(at);
    channels_[static_cast<std::size_t>(where.channel)].push(
        p.burst.direction, {index, static_cast<std::int32_t>(next - at), where.bank, piece > 0, where.row});
    ++p.granules;
    at = next;
  }
  serve();
}

// Serves every channel that is free now, then books the next instant at which one becomes free.
void Memory::serve() {
  const Time now = kernel::now();
  if (next_service_ <= now) next_service_ = Time::max();
  Time next = Time::max();
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    if (free_at_[c] <= now && !channels_[c].empty()) serve_channel(c);
    if (!channels_[c].empty()) next = std::min(next, free_at_[c]);
  }
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
