// Runs callbacks at given times: one process for all passive resources, so that a burst costs a heap entry and not a
// process. Entries at equal times run by unit number, then in the order they were made.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "models/kernel/time.hpp"

namespace spyre::kernel {

class Listener {
 public:
  virtual void on_event(std::uint64_t tag) = 0;

 protected:
  ~Listener() = default;
};

class Agenda : public sc_core::sc_module {
 public:
  // `failed` is called when a callback throws, inside the handler.
  Agenda(const sc_core::sc_module_name& name, std::function<void()> failed);

  // Calls `listener.on_event(tag)` at `when` (not in the past); `order` is the unit's number.
  void at(Time when, std::uint32_t order, Listener& listener, std::uint64_t tag);

  [[nodiscard]] std::uint64_t events() const { return sequence_; }

 private:
  struct Entry {
    Time when;
    std::uint32_t order;
    std::uint64_t sequence;
    Listener* listener;
    std::uint64_t tag;
    bool operator<(const Entry& other) const;  // reversed: the earliest is on top
  };

  void serve();
  void run_due();

  std::function<void()> failed_;
  std::priority_queue<Entry> entries_;
  std::uint64_t sequence_ = 0;
  sc_core::sc_event changed_;
};

}  // namespace spyre::kernel
