#include "models/kernel/agenda.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "models/base/error.hpp"

namespace spyre::kernel {

bool Agenda::Entry::operator<(const Entry& other) const {
  return std::tie(when, order, sequence) > std::tie(other.when, other.order, other.sequence);
}

Agenda::Agenda(const sc_core::sc_module_name& name, std::function<void()> failed)
    : sc_module(name), failed_(std::move(failed)) {
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.set_sensitivity(&changed_);
  options.dont_initialize();
  sc_core::sc_spawn([this] { serve(); }, "serve", &options);
}

void Agenda::at(Time when, std::uint32_t order, Listener& listener, std::uint64_t tag) {
  ensure(when >= now(), "an event was put into the past");
  const bool earliest = entries_.empty() || when < entries_.top().when;
  entries_.push({when, order, sequence_++, &listener, tag});
  if (earliest) changed_.notify(to_sc(when - now()));
}

void Agenda::serve() {
  try {
    run_due();
  } catch (...) {
    failed_();
    return;
  }
  if (!entries_.empty()) changed_.notify(to_sc(entries_.top().when - now()));
}

void Agenda::run_due() {
  while (!entries_.empty() && entries_.top().when <= now()) {
    const Entry entry = entries_.top();
    entries_.pop();
    entry.listener->on_event(entry.tag);
  }
}

}  // namespace spyre::kernel
