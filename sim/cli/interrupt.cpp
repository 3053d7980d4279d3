// The flag is a static because a signal handler knows nothing else.
#include "sim/cli/interrupt.hpp"

namespace spyre::cli {
namespace {

volatile std::sig_atomic_t signal_that_came = 0;

void note(int signal) { signal_that_came = signal; }

}  // namespace

Interrupt::Interrupt() {
  signal_that_came = 0;
  struct sigaction action {};
  action.sa_handler = note;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], &action, &before_[i]);
    if (before_[i].sa_handler == SIG_IGN) ::sigaction(kSignals[i], &before_[i], nullptr);
  }
}

Interrupt::~Interrupt() { restore(); }

void Interrupt::restore() const {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

bool Interrupt::came() const { return signal_that_came != 0; }

void Interrupt::pass_on() {
  restore();
  std::raise(signal_that_came);
}

}  // namespace spyre::cli
