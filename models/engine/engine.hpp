// The common half of every unit that executes steps (load, store, PT, SFP): it walks its steps of a phase in program
// order, waits for what each depends on, and counts. What a step costs is the derived unit's business.
#pragma once

#include <string>
#include <vector>

#include "models/engine/board.hpp"
#include "models/engine/position.hpp"
#include "models/kernel/event_count.hpp"
#include "models/kernel/unit.hpp"
#include "models/program/program.hpp"

namespace spyre::engine {

// What a core is doing: shared by its engines, changed by its sequencer between phases only.
struct Work {
  const program::Operation* operation = nullptr;
  const program::Phase* phase = nullptr;
  int core_index = 0;                // of the operation
  std::vector<std::int64_t> trip;    // index of each enclosing bundle loop, outermost first
  Board board;
};

class Engine : public kernel::Unit {
 public:
  // Lets the engine run its steps of the work's phase; `finished()` counts the phases it has run.
  void start() { started_.advance(); }
  [[nodiscard]] kernel::EventCount& finished() { return finished_; }
  [[nodiscard]] program::Engine engine_kind() const { return kind_; }
  [[nodiscard]] std::string doing() const override;
  // "load Tensor0": a step of the running phase in words.
  [[nodiscard]] std::string describe(program::StepId step) const;

 protected:
  Engine(const sc_core::sc_module_name& name, kernel::Context& context, program::Engine kind, Work& work);

  // Executes one instance; may pass time. The instance is begun; the engine reports its issue when this returns.
  virtual void execute(program::StepId step, std::int64_t ordinal, const Position& at) = 0;

  [[nodiscard]] const program::Step& step(program::StepId id) const {
    return work_.phase->steps[static_cast<std::size_t>(id)];
  }
  // Value of a step that is `whole` except at the last index of `tail_loop`.
  [[nodiscard]] bool in_tail(int tail_loop, const Position& at) const {
    return tail_loop >= 0 && at[static_cast<std::size_t>(tail_loop)] == work_.phase->loops[static_cast<std::size_t>(tail_loop)] - 1;
  }

  Work& work_;

 private:
  void serve();
  void run_phase();
  void run_step(program::StepId id, const Position& at);
  [[nodiscard]] observe::Stall reason_for(const program::Step& awaited) const;

  program::Engine kind_;
  kernel::EventCount started_, finished_;
  std::int64_t served_ = 0;
  program::StepId current_ = -1;
};

}  // namespace spyre::engine
