// The memory interface on the ring: two ports, each with a request line and a data line, between the cores and LPDDR5.
//
// Hardware: node 33 of the data ring; the lower half of the cores is nearest to one side, the upper half to the other.
// Measured: 77-80 GB/s of reads with up to 16 cores and twice that with 32, 104-111 GB/s of balanced traffic on one port
// (half duplex: 51 ns to read and 25 ns to write 4 KiB); a multicast is read once and not bound by the unicast rate.
#pragma once

#include <cstdint>
#include <vector>

#include "models/dram/memory.hpp"
#include "models/kernel/timeline.hpp"
#include "models/params/params.hpp"
#include "models/ring/ring.hpp"

namespace spyre::dram {

// Called when the data of a read is complete at the core's ring stop, or a write is in memory, at `when` (not earlier
// than the call).
class HmiClient {
 public:
  virtual void transfer_done(std::uint64_t tag, Time when) = 0;

 protected:
  ~HmiClient() = default;
};

class Hmi : public kernel::Unit, private MemoryClient {
 public:
  Hmi(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
      Memory& memory, ring::Ring& ring);

  struct Receiver {
    int core = 0;
    HmiClient* client = nullptr;
    std::uint64_t tag = 0;
  };
  void read(const Extent& extent, const Receiver& receiver);
  // One read for all receivers; the first one's port carries the request.
  void read_multicast(const Extent& extent, std::vector<Receiver> receivers);
  void write(const Extent& extent, std::int64_t scatter_width, const Receiver& sender);

  // Drain rate of writes for the running operation; 0 = the port's own rate.
  void set_write_rate(BytesPerSecond rate) { write_rate_ = rate; }
  [[nodiscard]] std::int64_t outstanding() const { return transfers_.live(); }
  [[nodiscard]] std::vector<observe::Counter> counters() const override;

 private:
  struct Transfer {
    Direction direction = Direction::Read;
    std::int64_t bytes = 0;
    std::int64_t occupied = 0;  // bytes the memory moves for it
    std::int64_t parts = 1;     // requests it consists of
    std::vector<Receiver> receivers;
  };
  struct Port {
    kernel::Timeline requests, data, write_data;  // half duplex: everything on `data`
  };

  void memory_done(std::uint64_t tag, Time end) override;
  void deliver(const Transfer& transfer, Time end);
  void deliver_to_all(const Transfer& transfer, Time end);
  Time leave_port(const Transfer& transfer, Time end);
  Port& port_of(int core);
  std::uint64_t open(Direction direction, const Extent& extent, std::vector<Receiver> receivers);
  void request(const Extent& extent, std::vector<Receiver> receivers);
  Time ask_all_ports(const std::vector<Receiver>& receivers);

  const params::ChipParams& params_;
  Memory& memory_;
  ring::Ring& ring_;
  int node_;
  std::vector<Port> ports_;
  BytesPerSecond write_rate_;
  Pool<Transfer> transfers_;
  std::int64_t unicast_reads_ = 0, multicast_reads_ = 0, writes_ = 0;
};

}  // namespace spyre::dram
