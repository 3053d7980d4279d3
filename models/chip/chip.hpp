// The card: cores, rings, memory, control and the host that feeds it. Composes, nothing else.
#pragma once

#include <memory>
#include <vector>

#include "models/chip/control.hpp"
#include "models/core/core.hpp"
#include "models/dram/hmi.hpp"
#include "models/dram/memory.hpp"
#include "models/host/host.hpp"
#include "models/mover/multicast.hpp"
#include "models/ring/ring.hpp"
#include "models/sfp/partial_sums.hpp"

namespace spyre::chip {

class Chip : public sc_core::sc_module {
 public:
  // Builds the cores the program uses; `program`, `params` and `observer` must outlive the chip.
  Chip(const sc_core::sc_module_name& name, const params::ChipParams& params, const program::Program& program,
       OperationObserver& observer, observe::Sink* sink);

 private:
  void stop_for_failure();

  kernel::Agenda agenda_;

 public:
  kernel::Context context;
  ring::Ring ring;
  ring::Ring partial_sum_up, partial_sum_down;
  dram::Memory memory;
  dram::Hmi hmi;
  mover::Multicast multicast;
  sfp::PartialSums partial_sums;
  std::vector<std::unique_ptr<core::Core>> core_modules;
  std::vector<core::Core*> cores;
  host::Host host;
  Control control;
};

}  // namespace spyre::chip
