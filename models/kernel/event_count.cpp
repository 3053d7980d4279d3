#include "models/kernel/event_count.hpp"

#include <algorithm>

namespace spyre::kernel {

void EventCount::advance(std::int64_t by) {
  value_ += by;
  const auto reached = [this](const Waiter& w) {
    if (w.target > value_) return false;
    w.unit->wake_.notify();
    return true;
  };
  waiters_.erase(std::remove_if(waiters_.begin(), waiters_.end(), reached), waiters_.end());
}

void EventCount::wait(Unit& waiter, std::int64_t target) {
  if (value_ >= target) return;
  waiters_.push_back({&waiter, target});
  waiter.waiting_for_ = this;
  waiter.waiting_target_ = target;
  sc_core::wait(waiter.wake_);
  waiter.waiting_for_ = nullptr;
}

}  // namespace spyre::kernel
