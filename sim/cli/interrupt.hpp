// Ctrl-C and its like as a question: work that can stop cleanly asks it now and then.
#pragma once

#include <array>
#include <csignal>

namespace spyre::cli {

// While it lives, SIGINT, SIGTERM and SIGHUP only raise a flag; what was ignored before
// (nohup) stays ignored. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] bool came() const;
  // Ends the process as the signal would have, so that shells and make see it.
  void pass_on();

 private:
  void restore() const;

  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace spyre::cli
