// Group loads: cores that start at the same address of an operand receive one read. The read goes out when the last
// member has asked (all need a free buffer anyway).
//
// Hardware: LDGM, up to all 32 cores take the same data from one read (instruction set notes); measured: an operand
// shared by N cores is read once.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/dram/hmi.hpp"
#include "models/program/program.hpp"

namespace spyre::mover {

class Multicast {
 public:
  explicit Multicast(dram::Hmi& hmi) : hmi_(hmi) {}

  // Forgets the groups of the last phase and makes those of `phase`.
  void open(const program::Phase& phase);
  // True when the core's loads of this step are group loads.
  [[nodiscard]] bool grouped(program::StepId step, int core_index) const;
  // One member asks for its next burst of the step; `receiver` is that core.
  void join(program::StepId step, int core_index, const dram::Extent& extent, const dram::Hmi::Receiver& receiver);
  [[nodiscard]] bool idle() const;
  // Bytes read from memory for groups so far.
  [[nodiscard]] std::int64_t bytes_fetched() const { return bytes_fetched_; }

 private:
  struct Pending {
    dram::Extent extent;
    std::vector<dram::Hmi::Receiver> receivers;
  };
  struct Group {
    std::size_t members = 0;
    std::deque<Pending> pending;
    std::int64_t first = 0;            // ordinal of pending.front()
    std::vector<std::int64_t> next;    // ordinal of each core's next burst, by core index
  };
  struct StepGroups {
    std::vector<Group> groups;
    std::vector<int> group_of;  // by core index, -1 = on its own
  };

  dram::Hmi& hmi_;
  std::vector<StepGroups> steps_;
  std::int64_t bytes_fetched_ = 0;
};

}  // namespace spyre::mover
