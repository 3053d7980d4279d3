// Sequencer of one core: opens a phase for the core's engines and reports when every step of it is done.
#pragma once

#include <array>

#include "models/engine/engine.hpp"
#include "models/kernel/event_count.hpp"

namespace spyre::sequencer {

class Sequencer : public kernel::Unit {
 public:
  using Engines = std::array<engine::Engine*, program::kEngines>;  // indexed by program::Engine

  Sequencer(const sc_core::sc_module_name& name, kernel::Context& context, engine::Work& work, const Engines& engines);

  // The operation starts on this core: its compute unit waits for the launch.
  void begin(const program::Operation& operation, int core_index, const std::vector<std::int64_t>& trip);
  void start(const program::Phase& phase);
  // Phases completed since construction.
  [[nodiscard]] kernel::EventCount& completed() { return completed_; }
  void end();

  [[nodiscard]] engine::Engine& compute();

 private:
  void serve();
  void run_phase();
  [[nodiscard]] bool computes(const program::Phase& phase) const;

  engine::Work& work_;
  Engines engines_;
  std::array<std::int64_t, program::kEngines> phases_run_{};
  std::vector<const kernel::Unit*> holders_;
  kernel::EventCount started_, completed_;
  std::int64_t served_ = 0;
};

}  // namespace spyre::sequencer
