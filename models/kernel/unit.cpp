#include "models/kernel/unit.hpp"

#include <utility>

namespace spyre::kernel {

Time Account::total() const {
  Time sum = busy + idle;
  for (const Time t : stalls) sum += t;
  return sum;
}

Account operator-(const Account& a, const Account& b) {
  Account d{a.busy - b.busy, a.idle - b.idle, {}};
  for (std::size_t i = 0; i < d.stalls.size(); ++i) d.stalls[i] = a.stalls[i] - b.stalls[i];
  return d;
}

Unit::Unit(const sc_core::sc_module_name& name, Context& context)
    : sc_module(name), context_(context), number_(context.add(*this)) {
  if (context_.sink() != nullptr) context_.sink()->track(static_cast<int>(number_), path());
}

void Unit::process(const char* name, std::function<void()> body) {
  const auto guarded = [this, run = std::move(body)] {
    try {
      run();
    } catch (const sc_core::sc_unwind_exception&) {
      throw;
    } catch (...) {
      if (!context_.failure) context_.failure = std::current_exception();
      sc_core::sc_stop();
    }
  };
  sc_core::sc_spawn(guarded, name);
}

Time& Unit::part(Account& account) const {
  switch (state_) {
    case State::Idle: return account.idle;
    case State::Busy: return account.busy;
    case State::Stalled: break;
  }
  return account.stalls[static_cast<std::size_t>(reason_)];
}

Account Unit::account() const {
  Account a = account_;
  part(a) += now() - since_;
  return a;
}

void Unit::set_busy(const char* what) { change(State::Busy, reason_, what); }
void Unit::set_stalled(observe::Stall reason) {
  change(State::Stalled, reason, observe::kStallNames[static_cast<std::size_t>(reason)]);
}
void Unit::set_idle() { change(State::Idle, reason_, ""); }

void Unit::change(State state, observe::Stall reason, const char* what) {
  if (state == state_ && reason == reason_ && what == what_) return;
  const Time length = now() - since_;
  if (length.count() > 0) emit(length);
  part(account_) += length;
  state_ = state;
  reason_ = reason;
  what_ = what;
  since_ += length;
}

void Unit::emit(Time length) {
  if (context_.sink() == nullptr || state_ == State::Idle) return;
  context_.sink()->span({static_cast<int>(number_), context_.operation, what_, state_ == State::Stalled, since_, length});
}

}  // namespace spyre::kernel
