// A hardware unit: a named module whose time is always accounted as busy, one named stall, or idle.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "models/kernel/context.hpp"
#include "models/kernel/time.hpp"
#include "models/observe/result.hpp"

namespace spyre::kernel {

class EventCount;

// Time of a unit by what it was doing.
struct Account {
  Time busy{0}, idle{0};
  observe::StallTimes stalls{};

  [[nodiscard]] Time total() const;
  friend Account operator-(const Account& a, const Account& b);
};

class Unit : public sc_core::sc_module {
 public:
  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] std::string path() const { return name(); }

  // Account up to now.
  [[nodiscard]] Account account() const;
  [[nodiscard]] virtual std::vector<observe::Counter> counters() const { return {}; }

  void set_busy(const char* what);
  void set_stalled(observe::Stall reason);
  void set_idle();

  // What the unit's process waits for now; null when it is running, pausing or out of work.
  [[nodiscard]] const EventCount* waiting_for() const { return waiting_for_; }
  [[nodiscard]] std::int64_t waiting_target() const { return waiting_target_; }
  // The work in hand, for messages; empty when there is none.
  [[nodiscard]] virtual std::string doing() const { return {}; }

 protected:
  Unit(const sc_core::sc_module_name& name, Context& context);
  ~Unit() override = default;

  void process(const char* name, std::function<void()> body);
  Context& context() { return context_; }

 private:
  friend class EventCount;
  enum class State : std::uint8_t { Idle, Busy, Stalled };

  // The part of an account that the present state belongs to.
  [[nodiscard]] Time& part(Account& account) const;
  void change(State state, observe::Stall reason, const char* what);
  void emit(Time length);

  Context& context_;
  std::uint32_t number_;
  State state_ = State::Idle;
  observe::Stall reason_ = observe::Stall::Memory;
  const char* what_ = "";
  Time since_{0};
  Account account_;
  sc_core::sc_event wake_;
  const EventCount* waiting_for_ = nullptr;
  std::int64_t waiting_target_ = 0;
};

}  // namespace spyre::kernel
