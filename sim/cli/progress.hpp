// A line on a terminal that tells how far a long simulation is; nothing when standard error is no
// terminal.
#pragma once

#include <chrono>
#include <string>

#include "sim/run/run.hpp"

namespace spyre::cli {

class Console;

class Progress {
 public:
  Progress(const Console& console, std::string plan);
  ~Progress();  // takes the line away
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void tell(const run::Progress& progress);
  void tell(std::size_t done, std::size_t total, const char* of);  // "40 of 157 rows"
  // The same with the rate of those worked on since the start, and the time left at that rate.
  void tell_rate(std::size_t done, std::size_t total, std::size_t worked, const char* of);
  // Empty when nobody would see it.
  [[nodiscard]] run::ProgressFn function();

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool seen() const;  // by somebody
  bool due();
  void show(const std::string& line);

  const Console& console_;
  std::string plan_;
  Clock::time_point started_ = Clock::now(), next_;
  bool shown_ = false;
};

}  // namespace spyre::cli
