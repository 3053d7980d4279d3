// Does the ring carry bytes along the shortest way, one transfer per link at a time?
#include "models/ring/ring.hpp"

#include <numeric>

#include "tests/models/bench.hpp"
#include "tests/models/parts.hpp"
#include "tests/support/catch.hpp"

namespace spyre::ring {
namespace {

using test::Bench;

constexpr Bytes kBurst{4096};

struct RingBench {
  params::ChipParams card = test::card();
  RingParams params = test::data_ring(card);
  Bench bench;
  Ring ring{"ring", bench.context(), params};

  [[nodiscard]] int interface() const { return params.nodes - 1; }
  // One transfer on an empty ring.
  [[nodiscard]] Time alone(int hops, Bytes bytes) const {
    return params.hop * hops + bytes / params.link_rate;
  }
  [[nodiscard]] Time busy() const {
    const std::vector<Time> links = ring.link_busy();
    return std::accumulate(links.begin(), links.end(), Time{0});
  }
};

TEST_CASE("one transfer takes its hops plus its size at the link's rate", "[unit]") {
  RingBench b;
  Time ready{0};
  for (const int hops : {1, 2, 7, 16}) {
    ready += nanoseconds(1000);  // the ring is idle again
    CHECK(b.ring.carry(0, hops, kBurst, ready) == ready + b.alone(hops, kBurst));
    CHECK(b.ring.carry(20, 20 - hops, Bytes(128), ready) == ready + b.alone(hops, Bytes(128)));
  }
}

TEST_CASE("the way is the shorter of the two, on both sides", "[unit]") {
  RingBench b;
  const int nodes = b.params.nodes;
  for (int from = 0; from < nodes; ++from) {
    for (int to = 0; to < nodes; ++to) {
      const int up = to >= from ? to - from : to - from + nodes;
      CHECK(b.ring.distance(from, to) == std::min(up, nodes - up));
    }
  }
}

TEST_CASE("the cores next to the interface on either side are one hop away", "[unit]") {
  RingBench b;
  CHECK(b.ring.distance(b.interface(), 0) == 1);
  CHECK(b.ring.distance(b.interface(), b.interface() - 1) == 1);
  CHECK(b.ring.carry(b.interface(), 0, kBurst, Time{0}) == b.alone(1, kBurst));
  CHECK(b.ring.carry(b.interface(), b.interface() - 1, kBurst, Time{0}) == b.alone(1, kBurst));
}

TEST_CASE("two transfers over one link take turns", "[unit]") {
  RingBench b;
  const Time duration = kBurst / b.params.link_rate;
  CHECK(b.ring.carry(1, 3, kBurst, Time{0}) == b.alone(2, kBurst));
  CHECK(b.ring.carry(1, 4, kBurst, Time{0}) == duration + b.alone(3, kBurst));
}

TEST_CASE("a transfer that joins half-way waits for the one that is passing", "[unit]") {
  RingBench b;
  const Time duration = kBurst / b.params.link_rate;
  b.ring.carry(0, 2, kBurst, Time{0});  // on the link from 1 to 2 from one hop on
  CHECK(b.ring.carry(1, 2, kBurst, Time{0}) == b.params.hop + duration + b.alone(1, kBurst));
}

TEST_CASE("transfers on different links or in different directions do not meet", "[unit]") {
  RingBench b;
  b.ring.carry(0, 3, kBurst, Time{0});
  CHECK(b.ring.carry(3, 6, kBurst, Time{0}) == b.alone(3, kBurst));
  CHECK(b.ring.carry(3, 0, kBurst, Time{0}) == b.alone(3, kBurst));
}

TEST_CASE("a way may be prescribed", "[unit]") {
  RingBench b;
  CHECK(b.ring.carry(2, 0, kBurst, Time{0}, Way::Up) == b.alone(b.params.nodes - 2, kBurst));
  CHECK(b.ring.carry(2, 0, kBurst, Time{0}, Way::Down) == b.alone(2, kBurst));
}

TEST_CASE("bytes count once per link they travel", "[unit]") {
  RingBench b;
  b.ring.carry(0, 5, kBurst, Time{0});
  b.ring.carry(9, 7, Bytes(100), Time{0});
  CHECK(b.ring.link_bytes() == kBurst * 5 + Bytes(100) * 2);
  CHECK(b.busy() == 5 * (kBurst / b.params.link_rate) + 2 * (Bytes(100) / b.params.link_rate));
}

TEST_CASE("a transfer to oneself costs no link", "[unit]") {
  RingBench b;
  CHECK(b.ring.carry(4, 4, kBurst, nanoseconds(7)) == nanoseconds(7) + b.alone(0, kBurst));
  CHECK(b.ring.link_bytes() == Bytes(0));
}

TEST_CASE("a multicast reaches each member at its own distance", "[unit]") {
  RingBench b;
  const std::vector<int> members{0, 3, 15, 16, 31};
  const std::vector<Time> arrival =
      b.ring.multicast(b.interface(), members, kBurst, nanoseconds(50));
  REQUIRE(arrival.size() == members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    CHECK(arrival[i] ==
          nanoseconds(50) + b.alone(b.ring.distance(b.interface(), members[i]), kBurst));
  }
}

TEST_CASE("a multicast uses each link once, as far as its farthest member on each side", "[unit]") {
  RingBench b;
  b.ring.multicast(b.interface(), {0, 5, 9, 30, 28}, kBurst, Time{0});
  const int up = 10;   // interface to core 9
  const int down = 4;  // interface to core 28
  CHECK(b.ring.link_bytes() == kBurst * (up + down));
  CHECK(b.busy() == (up + down) * (kBurst / b.params.link_rate));
  for (const Time link : b.ring.link_busy()) CHECK(link <= kBurst / b.params.link_rate);
}

TEST_CASE("a second multicast follows the first without a gap", "[unit]") {
  RingBench b;
  const Time duration = kBurst / b.params.link_rate;
  const std::vector<Time> first = b.ring.multicast(b.interface(), {0, 1, 2}, kBurst, Time{0});
  const std::vector<Time> second = b.ring.multicast(b.interface(), {0, 1, 2}, kBurst, Time{0});
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(second[i] == first[i] + duration);
}

}  // namespace
}  // namespace spyre::ring
