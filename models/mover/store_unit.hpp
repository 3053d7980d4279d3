// L3 store unit of one core: writes results from LX to device memory.
//
// Parameters: mover.store_slots, store_descriptors, burst_sticks, issue_interval.
// Measured: a store that does not continue the one before waits for its acknowledgement; this one rule reproduces the
// set-up of about 0.28 us per short run.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/pool.hpp"
#include "models/dram/hmi.hpp"
#include "models/engine/engine.hpp"
#include "models/lx/lx.hpp"
#include "models/mover/bursts.hpp"

namespace spyre::mover {

class StoreUnit : public engine::Engine, private dram::HmiClient, private kernel::Listener {
 public:
  StoreUnit(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
            engine::Work& work, int core, dram::Hmi& hmi, lx::Lx& lx);

  [[nodiscard]] std::int64_t bytes_asked() const { return bytes_asked_; }
  [[nodiscard]] std::int64_t bytes_served() const { return bytes_served_; }
  [[nodiscard]] std::int64_t outstanding() const { return asked_ - acknowledged_.value(); }
  [[nodiscard]] std::vector<observe::Counter> counters() const override;

 private:
  struct Slot {
    program::StepId step = 0;
    std::int64_t ordinal = 0, bytes = 0;
  };

  void execute(program::StepId step, std::int64_t ordinal, const engine::Position& at) override;
  // Of cores that share an output only the tail of the chain writes.
  [[nodiscard]] bool writes(const program::MemoryWork& work) const;
  void store(program::StepId step, std::int64_t ordinal, const BurstPiece& piece);
  void wait_below(std::int64_t limit);
  std::uint64_t open(program::StepId step, std::int64_t ordinal, std::int64_t bytes);
  void transfer_done(std::uint64_t tag, Time when) override;
  void on_event(std::uint64_t tag) override;

  const params::ChipParams& params_;
  int core_;
  dram::Hmi& hmi_;
  lx::Lx& lx_;
  Pool<Slot> slots_;
  kernel::EventCount acknowledged_;
  std::int64_t asked_ = 0, bytes_asked_ = 0, bytes_served_ = 0;
  std::int64_t continues_at_ = -1;  // end of the last burst
  Time next_issue_{0};
};

}  // namespace spyre::mover
