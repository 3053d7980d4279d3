// The card's control: takes launches in order and runs their operations one after another, all cores in lock step,
// with a barrier after every phase.
#pragma once

#include <vector>

#include "models/core/core.hpp"
#include "models/host/host.hpp"
#include "models/params/params.hpp"
#include "models/program/program.hpp"

namespace spyre::chip {

// Told when operations begin and end, to take its measurements.
class OperationObserver {
 public:
  virtual void launch_begins(int launch) = 0;
  virtual void operation_begins(int launch, int operation) = 0;
  virtual void operation_ends(int launch, int operation) = 0;
  virtual void launch_ends(int launch) = 0;

 protected:
  ~OperationObserver() = default;
};

class Control : public kernel::Unit {
 public:
  struct Card {
    dram::Memory& memory;
    dram::Hmi& hmi;
    mover::Multicast& multicast;
    sfp::PartialSums& partial_sums;
    const std::vector<core::Core*>& cores;
    host::Host& host;
  };
  Control(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
          const program::Program& program, const Card& card, OperationObserver& observer);

  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] std::string doing() const override { return doing_; }

 private:
  void serve();
  void run_launch(int launch);
  // Operations [first, last) whose innermost loop is `loop`, and the loops nested in it.
  void run_range(int first, int last, int loop);
  [[nodiscard]] int loop_starting_at(int operation, int parent) const;
  void run_operation(int operation);
  void run_phase(const program::Operation& operation, const program::Phase& phase);
  [[nodiscard]] bool starts_round(const program::Launch& launch, int index) const;
  void configure(const program::Operation& operation, bool starts_round);
  // Set-up of an operation; with overlap it happens while the one before still runs.
  void set_up(const program::Operation& operation, int index);

  const params::ChipParams& params_;
  const program::Program& program_;
  Card card_;
  OperationObserver& observer_;
  int launch_ = -1;
  std::vector<std::int64_t> trip_;  // of the loops around the running operation, outermost first
  std::int64_t executed_ = 0;
  bool done_ = false;
  std::string doing_;
};

}  // namespace spyre::chip
