// A passive resource that serves one thing at a time: a busy-until mark and the time it was busy.
#pragma once

#include <algorithm>

#include "models/base/quantity.hpp"

namespace spyre::kernel {

class Timeline {
 public:
  // Occupies the resource for `duration`, not before `ready`; returns the start.
  Time reserve(Time ready, Time duration) {
    const Time start = std::max(ready, free_);
    free_ = start + duration;
    busy_ += duration;
    return start;
  }
  [[nodiscard]] Time free_at() const { return free_; }
  [[nodiscard]] Time busy() const { return busy_; }

 private:
  Time free_{0};
  Time busy_{0};
};

}  // namespace spyre::kernel
