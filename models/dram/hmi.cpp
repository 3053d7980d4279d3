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
  return ports_[static_cast<std::size_t>(core * params_.hmi.ports / params_.chip.cores)];
}

std::uint64_t Hmi::open(Direction direction, std::int64_t bytes, std::vector<Receiver> receivers) {
  if (transfers_.live() == 0) set_busy("transfer");
  return transfers_.add({direction, bytes, std::move(receivers)});
}

void Hmi::request(int core, const Burst& burst) {
  const Time sent = port_of(core).requests.reserve(kernel::now(), params_.hmi.request_interval);
  memory_.submit(burst, sent + params_.dram.latency / 2);
}

void Hmi::read(const Extent& extent, const Receiver& receiver) {
  ++unicast_reads_;
  request(receiver.core, {Direction::Read, extent, 0, this, open(Direction::Read, extent.bytes, {receiver})});
}

void Hmi::read_multicast(const Extent& extent, std::vector<Receiver> receivers) {
  ++multicast_reads_;
  const int leader = receivers.front().core;
  request(leader, {Direction::Read, extent, 0, this, open(Direction::Read, extent.bytes, std::move(receivers))});
}

void Hmi::write(const Extent& extent, std::int64_t partial_piece, const Receiver& sender) {
  const std::int64_t bytes = extent.bytes;
  ++writes_;
  Port& port = port_of(sender.core);
  kernel::Timeline& line = params_.hmi.half_duplex ? port.data : port.write_data;
  const Time occupied = std::max(Bytes(bytes) / write_rate_, params_.hmi.request_interval);
  const Time through_port = line.reserve(kernel::now(), occupied) + occupied;
  const Time over_ring = ring_.carry(sender.core, node_, Bytes(bytes), kernel::now());
  const Time arrival = std::max(through_port, over_ring) + params_.dram.latency / 2;
  memory_.submit({Direction::Write, extent, partial_piece, this, open(Direction::Write, bytes, {sender})}, arrival);
}

void Hmi::memory_done(std::uint64_t tag, Time end) {
  const Transfer transfer = transfers_.take(tag);
  if (transfers_.live() == 0) set_idle();
  if (transfer.direction == Direction::Write) {
    const Receiver& sender = transfer.receivers.front();
    sender.client->transfer_done(sender.tag, end + params_.dram.latency / 2);
  } else if (transfer.receivers.size() == 1) {
    deliver(transfer.receivers.front(), transfer.bytes, end);
  } else {
    std::vector<int> nodes;
    for (const Receiver& r : transfer.receivers) nodes.push_back(r.core);
    const std::vector<Time> arrival = ring_.multicast(node_, nodes, Bytes(transfer.bytes), end);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      transfer.receivers[i].client->transfer_done(transfer.receivers[i].tag, arrival[i]);
    }
  }
}

void Hmi::deliver(const Receiver& receiver, std::int64_t bytes, Time end) {
  const Time occupied = std::max(Bytes(bytes) / params_.hmi.read_rate, params_.hmi.request_interval);
  const Time start = port_of(receiver.core).data.reserve(end, occupied);
  const Time over_ring = ring_.carry(node_, receiver.core, Bytes(bytes), start);
  const Time through_port = start + occupied + ring_.hop_time(ring_.distance(node_, receiver.core));
  receiver.client->transfer_done(receiver.tag, std::max(through_port, over_ring));
}

std::vector<observe::Counter> Hmi::counters() const {
  return {{"unicast_reads", unicast_reads_}, {"multicast_reads", multicast_reads_}, {"writes", writes_}};
}

}  // namespace spyre::dram
