// L3 load unit of one core: brings memory bursts and other cores' scratchpad data over the ring into LX.
//
// A core has two: one for its own loads, one for those it makes together with a group. They share the intake.
//
// Parameters: mover.load_slots, group_slots, burst_sticks, issue_interval, intake, move_setup.
// Hardware: at most four outstanding unicast loads per core (instruction set notes), bursts of up to 32 sticks; one
// burst issues per 25 ns and a core takes in 43-52 GB/s (fitted and measured on one-core rows).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/pool.hpp"
#include "models/dram/hmi.hpp"
#include "models/engine/engine.hpp"
#include "models/lx/lx.hpp"
#include "models/mover/bursts.hpp"
#include "models/mover/multicast.hpp"
#include "models/ring/ring.hpp"

namespace spyre::mover {

// What both load units of a core share: data enters LX one burst after the other.
class Intake {
 public:
  explicit Intake(BytesPerSecond rate) : rate_(rate) {}
  // When bytes that arrive at `when` are through.
  Time take(Bytes bytes, Time when) { return free_ = std::max(when, free_ + bytes / rate_); }

 private:
  BytesPerSecond rate_;
  Time free_{0};
};

class LoadUnit : public engine::Engine, private dram::HmiClient, private kernel::Listener {
 public:
  struct Ports {
    dram::Hmi& hmi;
    Multicast& multicast;
    ring::Ring& ring;
    lx::Lx& lx;
    Intake& intake;
  };
  LoadUnit(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
           program::Engine kind, engine::Work& work, int core, Ports ports);

  [[nodiscard]] std::int64_t bytes_asked() const { return bytes_asked_; }
  // Of those, bytes this core alone asked memory for.
  [[nodiscard]] std::int64_t unicast_bytes() const { return unicast_bytes_; }
  [[nodiscard]] std::int64_t bytes_served() const { return bytes_served_; }
  [[nodiscard]] std::int64_t outstanding() const { return asked_ - returned_.value(); }
  [[nodiscard]] std::vector<observe::Counter> counters() const override;

 private:
  struct Slot {
    program::StepId step = 0;
    std::int64_t ordinal = 0, bytes = 0;
    bool in_lx = false;
  };

  void execute(program::StepId step, std::int64_t ordinal, const engine::Position& at) override;
  void load_memory(program::StepId step, std::int64_t ordinal, const engine::Position& at);
  void load_ring(program::StepId step, std::int64_t ordinal);
  void take_slot(std::int64_t slots);
  void issue(Time interval);
  std::uint64_t open(program::StepId step, std::int64_t ordinal, std::int64_t bytes);
  void transfer_done(std::uint64_t tag, Time when) override;
  void on_event(std::uint64_t tag) override;
  void carry_piece(const Slot& piece, int from, int to);
  void enter_lx(std::uint64_t tag, Time when);

  const params::ChipParams& params_;
  int core_;
  Ports ports_;
  Pool<Slot> slots_;
  kernel::EventCount returned_;
  std::int64_t asked_ = 0, bytes_asked_ = 0, bytes_served_ = 0, unicast_bytes_ = 0;
  Time next_issue_{0};
};

}  // namespace spyre::mover
