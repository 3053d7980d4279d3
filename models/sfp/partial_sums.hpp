// Partial sums of cores that share an output: when the last member of a group has its tile, the payload travels along
// the chain, half on each of the two unidirectional rings, and the tail holds the sum.
//
// Hardware: two 32-node rings of 32 bytes per cycle at 1.1 GHz, corelet 0 clockwise and corelet 1 counter-clockwise,
// carrying partial sums only; chains run over adjacent members with k-fast core numbering (data sheet 6, 10).
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/base/pool.hpp"
#include "models/engine/board.hpp"
#include "models/kernel/agenda.hpp"
#include "models/program/program.hpp"
#include "models/ring/ring.hpp"

namespace spyre::sfp {

class PartialSums : public kernel::Unit, private kernel::Listener {
 public:
  PartialSums(const sc_core::sc_module_name& name, kernel::Context& context, ring::Ring& up, ring::Ring& down);

  struct Member {
    int core = 0;  // physical
    engine::Board* board = nullptr;
    std::int64_t ordinal = 0;  // of the step instance on that core
  };
  void open(const program::Phase& phase);
  // The member's tile is ready; its step instance is done when the group's sum is.
  void join(program::StepId step, const program::PartialSumWork& work, int core_index, const Member& member);

  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] bool idle() const { return sums_.live() == 0; }
  [[nodiscard]] std::vector<observe::Counter> counters() const override { return {{"bytes", bytes_.count()}}; }

 private:
  struct Group {
    std::size_t members = 0;
    std::deque<std::vector<Member>> pending;  // one entry per output tile
    std::int64_t first = 0;
    std::vector<std::int64_t> next;           // by core index
  };
  struct Sum {
    program::StepId step = 0;
    std::vector<Member> members;
  };

  void on_event(std::uint64_t tag) override;
  Time reduce(const std::vector<Member>& chain, Bytes payload);

  ring::Ring& up_;
  ring::Ring& down_;
  std::vector<std::vector<Group>> groups_;     // per step
  std::vector<std::vector<int>> group_of_;     // per step, by core index
  Pool<Sum> sums_;
  Bytes bytes_{0};
};

}  // namespace spyre::sfp
