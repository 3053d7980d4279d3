#include "tests/models/bench.hpp"

#include <utility>

namespace spyre::test {

Bench::Bench(observe::Sink* sink)
    : agenda_("agenda", [this] { fail(); }), context_(agenda_, sink) {}

void Bench::fail() {
  if (!context_.failure) context_.failure = std::current_exception();
  sc_core::sc_stop();
}

void Bench::at(Time when, std::function<void()> action) {
  const auto guarded = [this, when, act = std::move(action)] {
    kernel::pause(when);
    try {
      act();
    } catch (...) {
      fail();
    }
  };
  sc_core::sc_spawn(guarded, sc_core::sc_gen_unique_name("action"));
}

Time Bench::run() {
  sc_core::sc_start();
  if (context_.failure) std::rethrow_exception(context_.failure);
  return kernel::now();
}

Actor::Actor(const char* name, Bench& bench, std::function<void(Actor&)> act)
    : Unit(name, bench.context()), act_(std::move(act)) {
  process("act", [this] { act_(*this); });
}

void Listener::on_event(std::uint64_t tag) {
  tags.push_back(tag);
  times.push_back(kernel::now());
}

}  // namespace spyre::test
