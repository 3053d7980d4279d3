// One LPDDR5 channel: two queues of granules, open rows, and the decision what its bus does next. Pure state, no processes;
// the command-level detail of a real controller would stand behind the same two functions.
//
// Behaviour and its evidence: requests of one direction are served in blocks before the bus turns (mixed traffic runs at
// 102-118 GB/s against 150 one way); an open row goes first within a short look-ahead; opening a row costs bus time,
// more for a write (pure writes of 8 KiB runs pass at 139 GB/s, of 64 KiB runs at 118), unless a turnaround just before
// hides it: what waits when the bus turns, a request per bank, opens its row meanwhile (reads depend on how many row sets
// are in use, balanced traffic does not). The first bursts after a launch find the cores in step: their writes lose nothing
// by rows (matmuls that write 8 MiB do so at 151 GB/s, those that write 33 MiB at 130). Nothing opens the row of a scattered
// write ahead; where it fills only a part of a line, the rest is read first (outer transposes of 8 sticks pass at
// 88-105 GB/s, of 4 at 64-82, of 2 at 70). Cores that write halves of one granule write it together, each for its share.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/params/params.hpp"

namespace spyre::dram {

enum class Direction : std::uint8_t { Read, Write };

// Share of a granule that carries payload from end to end. Granules around the parts of a strided burst count for less in
// a direction block, and opening their rows costs nothing: batched matmuls run at the raw rate of the channels.
inline constexpr std::int32_t kWholeGranule = 256;

struct Granule {
  std::uint32_t request = 0;
  std::int32_t bytes = 0;
  std::int32_t bank = 0;
  std::int64_t row = 0;
  std::int32_t share = kWholeGranule;  // of it, the payload
  bool scattered = false;              // a write whose neighbours in memory come at other times, or from other cores
  std::int32_t left_alone = 0;         // share of its write line that nobody writes with it
};

// How the code of the running operation makes the channel behave.
struct Discipline {
  std::int64_t block = 8;      // granules of one direction before the other may go
  std::int64_t lookahead = 2;  // queue entries searched for an open row
  bool in_step = false;        // the cores have not drifted apart yet: writes find their rows open
};

class Channel {
 public:
  explicit Channel(const params::Dram& params);

  void push(Direction direction, const Granule& granule) { queue(direction).push_back(granule); }
  [[nodiscard]] bool empty() const { return queues_[0].empty() && queues_[1].empty(); }

  struct Served {
    std::uint32_t request;
    Time end;
  };
  // Puts the next granule on the bus, which is free at `now`.
  Served serve(Time now, const Discipline& discipline);

  [[nodiscard]] std::int64_t row_misses() const { return misses_; }
  [[nodiscard]] std::int64_t turnarounds() const { return turnarounds_; }
  [[nodiscard]] Time busy() const { return busy_; }

 private:
  std::deque<Granule>& queue(Direction d) { return queues_[static_cast<std::size_t>(d)]; }
  Direction choose_direction(const Discipline& discipline);
  Granule take(std::deque<Granule>& queue, std::int64_t lookahead);
  void turn_to(Direction next);
  Time open_row(const Granule& granule, bool prepared, bool in_step);
  Time open_scattered(const Granule& granule);

  const params::Dram& params_;
  std::array<std::deque<Granule>, 2> queues_;
  std::vector<std::int64_t> open_rows_;
  Direction direction_ = Direction::Read;
  std::int64_t in_block_ = 0;
  Time hidden_{0};  // what is left of the last turnaround to hide row misses behind
  std::int64_t prepared_ = 0;  // requests whose banks opened their rows while the bus turned
  std::int64_t misses_ = 0, turnarounds_ = 0;
  Time busy_{0};
};

}  // namespace spyre::dram
