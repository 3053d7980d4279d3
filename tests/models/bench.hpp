// What units need around them when a test builds them by hand: an agenda, a context, and actions at
// given times.
#pragma once

#include <functional>
#include <vector>

#include "models/kernel/agenda.hpp"
#include "models/kernel/context.hpp"
#include "models/kernel/unit.hpp"

namespace spyre::test {

class Bench {
 public:
  explicit Bench(observe::Sink* sink = nullptr);

  [[nodiscard]] kernel::Context& context() { return context_; }
  [[nodiscard]] kernel::Agenda& agenda() { return agenda_; }
  // Does something when simulated time has reached `when`.
  void at(Time when, std::function<void()> action);
  // Runs until nothing can happen any more and returns the time of the last event. Throws what a
  // process threw.
  Time run();

 private:
  void fail();

  kernel::Agenda agenda_;
  kernel::Context context_;
};

// A unit that does what a test says.
class Actor : public kernel::Unit {
 public:
  Actor(const char* name, Bench& bench, std::function<void(Actor&)> act);

 private:
  std::function<void(Actor&)> act_;
};

// Notes the tags of agenda entries and the times they came.
class Listener : public kernel::Listener {
 public:
  void on_event(std::uint64_t tag) override;

  std::vector<std::uint64_t> tags;
  std::vector<Time> times;
};

}  // namespace spyre::test
