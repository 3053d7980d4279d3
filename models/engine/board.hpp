// Per core: how many instances of each step of the running phase are issued and done. Instances are counted in order,
// also when their parts (bursts) complete out of order.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/kernel/event_count.hpp"
#include "models/program/program.hpp"

namespace spyre::engine {

class Board {
 public:
  // Forgets the last phase; `holders` names the unit that executes each step.
  void open(const program::Phase& phase, const std::vector<const kernel::Unit*>& holders);

  kernel::EventCount& count(program::StepId step, program::After after);

  // A new instance of the step begins; returns its ordinal.
  std::int64_t begin(program::StepId step);
  void part_begun(program::StepId step, std::int64_t ordinal) { ++at(step, ordinal).parts; }
  void part_done(program::StepId step, std::int64_t ordinal);
  // All parts of the instance have begun.
  void issued(program::StepId step, std::int64_t ordinal);

  // True when every instance of every step of the phase is done.
  [[nodiscard]] bool complete() const;

 private:
  struct Instance {
    std::int64_t parts = 0;
    bool issued = false;
  };
  struct StepState {
    kernel::EventCount issued, done;
    std::deque<Instance> open;  // begun and not yet counted as done
    std::int64_t first = 0;     // ordinal of open.front()
    std::int64_t total = 0;
  };

  Instance& at(program::StepId step, std::int64_t ordinal);
  void settle(program::StepId step);

  std::vector<StepState> steps_;
};

}  // namespace spyre::engine
