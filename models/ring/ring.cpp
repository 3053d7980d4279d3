#include "models/ring/ring.hpp"

#include <algorithm>

namespace spyre::ring {

Ring::Ring(const sc_core::sc_module_name& name, kernel::Context& context, const RingParams& params)
    : Unit(name, context), params_(params) {
  for (auto& way : links_) way.resize(static_cast<std::size_t>(params.nodes));
}

int Ring::hops(int from, int to, Way way) const {
  const int up = (to - from + params_.nodes) % params_.nodes;
  return way == Way::Up ? up : (params_.nodes - up) % params_.nodes;
}

Way Ring::shortest(int from, int to) const {
  return hops(from, to, Way::Up) <= hops(from, to, Way::Down) ? Way::Up : Way::Down;
}

int Ring::distance(int from, int to) const { return hops(from, to, shortest(from, to)); }

Time Ring::carry(int from, int to, Bytes bytes, Time ready) {
  return carry(from, to, bytes, ready, shortest(from, to));
}

Time Ring::carry(int from, int to, Bytes bytes, Time ready, Way way) {
  const int n = hops(from, to, way);
  const Time duration = bytes / params_.link_rate;
  ++transfers_;
  link_bytes_ += bytes * n;
  if (n == 0) return ready + duration;
  return occupy(from, n, way, duration, ready) + params_.hop + duration;
}

Time Ring::occupy(int from, int hops, Way way, Time duration, Time ready) {
  const int step = way == Way::Up ? 1 : params_.nodes - 1;
  auto& links = links_[static_cast<std::size_t>(way)];
  Time start = ready;
  int node = from;
  for (int i = 0; i < hops; ++i) {
    start = links[static_cast<std::size_t>(node)].reserve(i == 0 ? ready : start + params_.hop, duration);
    node = (node + step) % params_.nodes;
  }
  return start;
}

std::vector<Time> Ring::multicast(int from, const std::vector<int>& to, Bytes bytes, Time ready) {
  std::array<int, 2> farthest{0, 0};
  for (const int node : to) {
    const Way way = shortest(from, node);
    int& far = farthest[static_cast<std::size_t>(way)];
    far = std::max(far, hops(from, node, way));
  }
  const Time duration = bytes / params_.link_rate;
  std::array<Time, 2> last_start{ready, ready};
  for (std::size_t w = 0; w < 2; ++w) {
    if (farthest[w] == 0) continue;
    last_start[w] = occupy(from, farthest[w], static_cast<Way>(w), duration, ready);
    link_bytes_ += bytes * farthest[w];
  }
  ++transfers_;
  std::vector<Time> arrival;
  arrival.reserve(to.size());
  for (const int node : to) {
    const Way way = shortest(from, node);
    const auto w = static_cast<std::size_t>(way);
    const int before_last = farthest[w] - hops(from, node, way);
    arrival.push_back(std::max(ready, last_start[w] - params_.hop * before_last) + params_.hop + duration);
  }
  return arrival;
}

std::vector<Time> Ring::link_busy() const {
  std::vector<Time> busy;
  for (const auto& way : links_) {
    for (const kernel::Timeline& link : way) busy.push_back(link.busy());
  }
  return busy;
}

std::vector<observe::Counter> Ring::counters() const {
  return {{"transfers", transfers_}, {"link_bytes", link_bytes_.count()}};
}

}  // namespace spyre::ring
