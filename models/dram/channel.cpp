#include "models/dram/channel.hpp"

#include <algorithm>

namespace spyre::dram {

Channel::Channel(const params::Dram& params)
    : params_(params), open_rows_(static_cast<std::size_t>(params.banks), -1) {}

Channel::Served Channel::serve(Time now, const Discipline& discipline) {
  Time start = now;
  const Direction next = choose_direction(discipline);
  if (next != direction_) {
    start += params_.turnaround;
    turn_to(next);
  }
  const Granule granule = take(queue(next), discipline.lookahead);
  const bool prepared = prepared_ > 0 && prepared_-- > 0;
  in_block_ += granule.share;
  start += granule.scattered && !discipline.in_step ? open_scattered(granule) : open_row(granule, prepared, discipline.in_step);
  const Time end = start + Bytes(granule.bytes) / params_.rate;
  busy_ += end - now;
  return {granule.request, end};
}

Direction Channel::choose_direction(const Discipline& discipline) {
  const Direction other = direction_ == Direction::Read ? Direction::Write : Direction::Read;
  if (queue(direction_).empty()) return other;
  if (!queue(other).empty() && in_block_ >= discipline.block * kWholeGranule) return other;
  return direction_;
}

Granule Channel::take(std::deque<Granule>& queue, std::int64_t lookahead) {
  const auto limit = queue.begin() + std::min<std::ptrdiff_t>(lookahead, std::ssize(queue));
  const auto open = std::find_if(queue.begin(), limit, [this](const Granule& g) {
    return open_rows_[static_cast<std::size_t>(g.bank)] == g.row;
  });
  if (open != limit) std::rotate(queue.begin(), open, open + 1);
  const Granule granule = queue.front();
  queue.pop_front();
  return granule;
}

void Channel::turn_to(Direction next) {
  direction_ = next;
  in_block_ = 0;
  hidden_ = params_.turnaround;
  prepared_ = std::min<std::int64_t>(std::ssize(queue(next)), params_.banks);
  ++turnarounds_;
}

Time Channel::open_row(const Granule& granule, bool prepared, bool in_step) {
  std::int64_t& open = open_rows_[static_cast<std::size_t>(granule.bank)];
  if (open == granule.row) return Time{0};
  open = granule.row;
  ++misses_;
  const bool write = direction_ == Direction::Write;
  if (granule.share < kWholeGranule) return Time{0};
  const Time miss = write ? params_.write_row_miss : params_.row_miss;
  if (prepared || (write && in_step)) return Time{0};
  const Time absorbed = std::min(hidden_, miss);
  hidden_ -= absorbed;
  return miss - absorbed;
}

// What the missing part of the line costs, and the row where it is not open; by the share of the granule that is written.
Time Channel::open_scattered(const Granule& granule) {
  std::int64_t& open = open_rows_[static_cast<std::size_t>(granule.bank)];
  Time whole = params_.partial_write * granule.left_alone / kWholeGranule;
  if (open != granule.row) {
    open = granule.row;
    ++misses_;
    whole += params_.write_row_miss + params_.partial_row_miss * granule.left_alone / kWholeGranule;
  }
  return whole * granule.bytes / params_.interleave.count();
}

}  // namespace spyre::dram
