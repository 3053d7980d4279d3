// What a run cost us: wall time by step, memory, host. Kept apart from results, which never depend
// on it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/files/output_file.hpp"

namespace spyre::cli {

// Wall time of the steps of one run.
class Stopwatch {
 public:
  void lap(const char* step);  // the time since the last lap belongs to `step`
  [[nodiscard]] const std::vector<std::pair<std::string, double>>& seconds() const {
    return seconds_;
  }
  [[nodiscard]] std::chrono::system_clock::time_point started() const { return started_; }

 private:
  std::chrono::system_clock::time_point started_ = std::chrono::system_clock::now();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::vector<std::pair<std::string, double>> seconds_;
};

// One JSON object per plan and line. Does nothing without a file.
class TimingLog {
 public:
  explicit TimingLog(
      const std::optional<std::string>& file);  // throws Error{Input} when it cannot be written
  void append(const std::string& plan, const Stopwatch& watch, int exit_code);
  void finish();  // gives the file its name

 private:
  std::optional<files::OutputFile> file_;
};

}  // namespace spyre::cli
