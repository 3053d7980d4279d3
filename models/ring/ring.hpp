// A ring of links in two directions as timelines: unicast by the shortest path, multicast once around as far as its
// farthest member on each side. Used for the data ring (33 nodes: the cores and the memory interface) and, one direction
// each, for the two partial-sum rings.
//
// Hardware: 128 bytes per cycle and direction at 1.3 GHz = 166.4 GB/s per link (vendor configuration); partial-sum
// rings 32 bytes per cycle at 1.1 GHz. Cycles per hop are stated nowhere.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/kernel/timeline.hpp"
#include "models/kernel/unit.hpp"

namespace spyre::ring {

struct RingParams {
  int nodes = 0;
  BytesPerSecond link_rate{0};
  Time hop{0};
};

enum class Way : std::uint8_t { Up, Down };  // towards higher or lower node numbers

class Ring : public kernel::Unit {
 public:
  Ring(const sc_core::sc_module_name& name, kernel::Context& context, const RingParams& params);

  // Sends `bytes` that are available from `ready` on, cut through; returns when the last byte has arrived.
  Time carry(int from, int to, Bytes bytes, Time ready);
  Time carry(int from, int to, Bytes bytes, Time ready, Way way);
  // Arrival of the last byte at each of `to`, in their order.
  std::vector<Time> multicast(int from, const std::vector<int>& to, Bytes bytes, Time ready);

  [[nodiscard]] int distance(int from, int to) const;
  [[nodiscard]] Time hop_time(int hops) const { return params_.hop * hops; }
  // Bytes delivered times links travelled.
  [[nodiscard]] Bytes link_bytes() const { return link_bytes_; }
  // Busy time of every link, up direction first.
  [[nodiscard]] std::vector<Time> link_busy() const;
  [[nodiscard]] std::vector<observe::Counter> counters() const override;

 private:
  [[nodiscard]] int hops(int from, int to, Way way) const;
  [[nodiscard]] Way shortest(int from, int to) const;
  // Start of the transfer on the last link of `hops` links from `from`.
  Time occupy(int from, int hops, Way way, Time duration, Time ready);

  RingParams params_;
  std::array<std::vector<kernel::Timeline>, 2> links_;  // link i leaves node i
  Bytes link_bytes_{0};
  std::int64_t transfers_ = 0;
};

}  // namespace spyre::ring
