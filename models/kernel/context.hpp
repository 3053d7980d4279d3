// What every unit of one run shares: the agenda, the trace sink, unit numbers and the list of units.
#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "models/kernel/agenda.hpp"
#include "models/observe/result.hpp"

namespace spyre::kernel {

class Unit;

class Context {
 public:
  Context(Agenda& agenda, observe::Sink* sink) : agenda_(agenda), sink_(sink) {}

  Agenda& agenda() { return agenda_; }
  [[nodiscard]] observe::Sink* sink() const { return sink_; }
  [[nodiscard]] const std::vector<Unit*>& units() const { return units_; }
  // Numbers units in construction order; numbers order simultaneous events.
  std::uint32_t add(Unit& unit) {
    units_.push_back(&unit);
    return static_cast<std::uint32_t>(units_.size() - 1);
  }

  // Running index of the operation in progress, for spans.
  int operation = -1;
  // First exception that left a process; the run throws it again.
  std::exception_ptr failure;

 private:
  Agenda& agenda_;
  observe::Sink* sink_;
  std::vector<Unit*> units_;
};

}  // namespace spyre::kernel
