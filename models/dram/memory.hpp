// LPDDR5 behind its channels: takes bursts, serves their granules, tells the requester when the last one is through.
//
// Parameters: dram.*. One agenda event serves every channel whose bus is free at that instant; bursts that cover all
// channels keep them in step, so a burst costs about one event.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/pool.hpp"
#include "models/dram/address_map.hpp"
#include "models/dram/channel.hpp"
#include "models/kernel/unit.hpp"
#include "models/params/params.hpp"

namespace spyre::dram {

// Called when the last granule of a burst has left the bus at `end`, possibly some nanoseconds before that instant.
class MemoryClient {
 public:
  virtual void memory_done(std::uint64_t tag, Time end) = 0;

 protected:
  ~MemoryClient() = default;
};

// The bytes of one burst: contiguous, or equal parts at the addresses of `parts`.
struct Extent {
  std::int64_t address = 0, bytes = 0;
  std::vector<std::int64_t> parts;
  std::int64_t access = 0;  // block moved for each part, at most an access granule; 0 = an access granule

  // Bytes the memory moves for it: parts occupy the whole blocks they touch, parts of one block share it.
  [[nodiscard]] std::int64_t occupied(std::int64_t granule) const;
};

struct Burst {
  Direction direction = Direction::Read;
  Extent extent;
  std::int64_t scatter_width = 0;  // bytes that cores write together at one place of a scattered write; 0 = not scattered
  MemoryClient* client = nullptr;
  std::uint64_t tag = 0;
};

class Memory : public kernel::Unit, private kernel::Listener {
 public:
  Memory(const sc_core::sc_module_name& name, kernel::Context& context, const params::Dram& params);

  // The burst reaches the queues at `arrival`.
  void submit(const Burst& burst, Time arrival);
  // The running operation's way with the memory, at once: `first` until so many bursts have arrived, then `later`.
  void set_discipline(const Discipline& first, std::int64_t bursts, const Discipline& later);

  [[nodiscard]] std::int64_t bytes_read() const { return bytes_[0]; }
  [[nodiscard]] std::int64_t bytes_written() const { return bytes_[1]; }
  [[nodiscard]] std::int64_t outstanding() const { return pending_.live(); }
  [[nodiscard]] std::vector<observe::Counter> counters() const override;

 private:
  struct Pending {
    Burst burst;
    std::int32_t granules = 0;
  };

  void on_event(std::uint64_t tag) override;
  void arrive(std::uint32_t index);
  void split(std::uint32_t index, std::int64_t first, std::int64_t end, std::int32_t share);
  void split_parts(std::uint32_t index);
  void serve();
  void serve_channel(std::size_t channel);
  void enqueue(std::size_t channel, Direction direction, const Granule& granule);

  const params::Dram& params_;
  AddressMap map_;
  std::vector<Channel> channels_;
  std::vector<Time> free_at_;             // per channel, end of its current granule
  std::vector<std::size_t> waiting_;      // channels with something queued, in order of number
  Discipline discipline_, later_;
  std::int64_t first_bursts_ = 0;  // still to come before `later_` holds
  Pool<Pending> pending_;
  std::int64_t queued_ = 0;  // bursts that have reached the queues
  std::int64_t bytes_[2] = {0, 0};
  Time next_service_{Time::max()};
};

}  // namespace spyre::dram
