// A count that only grows, and the units that wait for it to reach a target: the one way processes wait for each other.
// Buffer credits, issue and completion of steps, returned bursts and barriers are all event counts.
#pragma once

#include <cstdint>
#include <vector>

#include "models/kernel/unit.hpp"

namespace spyre::kernel {

class EventCount {
 public:
  EventCount() = default;
  // For messages about waits: `holder` advances the count, `label` says what it counts, of which step of the phase.
  EventCount(const Unit* holder, const char* label, int step = -1) : holder_(holder), label_(label), step_(step) {}

  [[nodiscard]] std::int64_t value() const { return value_; }
  [[nodiscard]] const Unit* holder() const { return holder_; }
  [[nodiscard]] const char* label() const { return label_; }
  [[nodiscard]] int step() const { return step_; }

  void advance(std::int64_t by = 1);
  // Suspends the waiter's process until the count reaches `target`; returns at once when it has.
  void wait(Unit& waiter, std::int64_t target);

 private:
  struct Waiter {
    Unit* unit;
    std::int64_t target;
  };

  std::int64_t value_ = 0;
  const Unit* holder_ = nullptr;
  const char* label_ = "";
  int step_ = -1;
  std::vector<Waiter> waiters_;
};

}  // namespace spyre::kernel
