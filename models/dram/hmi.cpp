#include "models/dram/hmi.hpp"

#include <algorithm>
#include <utility>

namespace spyre::dram {

Hmi::Hmi(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
         Memory& memory, ring::Ring& ring)
    : Unit(name, context),
      params_(params),
      memory_(memory),
      ring_(ring),
      node_(static_cast<int>(params.ring.nodes) - 1),
      ports_(static_cast<std::size_t>(params.hmi.ports)),
      write_rate_(params.hmi.write_rate) {}

Hmi::Port& Hmi::port_of(int core) {
  return ports_[static_cast<std::size_t>(params::port_of(params_, core))];
}

std::uint64_t Hmi::open(Direction direction, const Extent& extent, std::vector<Receiver> receivers) {
  if (transfers_.live() == 0) set_busy("transfer");
  return transfers_.add({direction, extent.bytes, extent.occupied(params_.dram.access_granule.count()),
                         std::max<std::int64_t>(1, std::ssize(extent.parts)), std::move(receivers)});
}

void Hmi::request(const Extent& extent, std::vector<Receiver> receivers) {
  const Time arrival = ask_all_ports(receivers) + params_.dram.latency / 2;
  memory_.submit({Direction::Read, extent, 0, this, open(Direction::Read, extent, std::move(receivers))}, arrival);
}

// Once at every port that has receivers of the data.
Time Hmi::ask_all_ports(const std::vector<Receiver>& receivers) {
  Time sent = kernel::now();
  for (Port& port : ports_) {
    const bool here = std::any_of(receivers.begin(), receivers.end(), [&](const Receiver& r) { return &port_of(r.core) == &port; });
    if (here) sent = std::max(sent, port.requests.reserve(kernel::now(), params_.hmi.request_interval));
  }
  return sent;
}

void Hmi::read(const Extent& extent, const Receiver& receiver) {
  ++unicast_reads_;
  request(extent, {receiver});
}

void Hmi::read_multicast(const Extent& extent, std::vector<Receiver> receivers) {
  ++multicast_reads_;
  request(extent, std::move(receivers));
}

void Hmi::write(const Extent& extent, std::int64_t scatter_width, const Receiver& sender) {
  const std::int64_t bytes = extent.bytes;
  ++writes_;
  Port& port = port_of(sender.core);
  kernel::Timeline& line = params_.hmi.half_duplex ? port.data : port.write_data;
  const Time occupied = std::max(Bytes(bytes) / write_rate_, params_.hmi.request_interval);
  const Time through_port = line.reserve(kernel::now(), occupied) + occupied;
  const Time over_ring = ring_.carry(sender.core, node_, Bytes(bytes), kernel::now());
  const Time arrival = std::max(through_port, over_ring) + params_.dram.latency / 2;
  memory_.submit({Direction::Write, extent, scatter_width, this, open(Direction::Write, extent, {sender})}, arrival);
}

void Hmi::memory_done(std::uint64_t tag, Time end) {
  const Transfer transfer = transfers_.take(tag);
  if (transfers_.live() == 0) set_idle();
  if (transfer.direction == Direction::Write) {
    const Receiver& sender = transfer.receivers.front();
    sender.client->transfer_done(sender.tag, end + params_.dram.latency / 2);
  } else if (transfer.receivers.size() == 1) {
    deliver(transfer, end);
  } else {
    deliver_to_all(transfer, end);
  }
}

void Hmi::deliver(const Transfer& transfer, Time end) {
  const Receiver& receiver = transfer.receivers.front();
  const Time occupied = std::max(Bytes(transfer.occupied) / params_.hmi.read_rate, params_.hmi.request_interval * transfer.parts);
  const Time start = port_of(receiver.core).data.reserve(end, occupied);
  const Time over_ring = ring_.carry(node_, receiver.core, Bytes(transfer.bytes), start);
  const Time through_port = start + occupied + ring_.hop_time(ring_.distance(node_, receiver.core));
  receiver.client->transfer_done(receiver.tag, std::max(through_port, over_ring));
}

void Hmi::deliver_to_all(const Transfer& transfer, Time end) {
  std::vector<int> nodes;
  for (const Receiver& r : transfer.receivers) nodes.push_back(r.core);
  const Time left = transfer.occupied > transfer.bytes ? leave_port(transfer, end) : end;
  const std::vector<Time> arrival = ring_.multicast(node_, nodes, Bytes(transfer.bytes), left);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    transfer.receivers[i].client->transfer_done(transfer.receivers[i].tag, arrival[i]);
  }
}

// Parts of a strided multicast are picked from whole access granules at the port of a member, the one free first.
Time Hmi::leave_port(const Transfer& transfer, Time end) {
  Port* best = &port_of(transfer.receivers.front().core);
  for (const Receiver& r : transfer.receivers) {
    Port& port = port_of(r.core);
    if (port.data.free_at() < best->data.free_at()) best = &port;
  }
  const Time occupied = Bytes(transfer.occupied) / params_.hmi.read_rate;
  return best->data.reserve(end, occupied) + occupied;
}

std::vector<observe::Counter> Hmi::counters() const {
  return {{"unicast_reads", unicast_reads_}, {"multicast_reads", multicast_reads_}, {"writes", writes_}};
}

}  // namespace spyre::dram
