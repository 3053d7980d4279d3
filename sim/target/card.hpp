// The simulated card of a process: memory, allocations, streams and loaded programs.
#pragma once

#include "sim/number/rounding.hpp"
#include "sim/target/allocations.hpp"
#include "sim/target/executor.hpp"
#include "sim/target/program.hpp"
#include "sim/target/recorder.hpp"
#include "sim/target/segments.hpp"
#include "sim/target/settings.hpp"

#include "flex/addresses.hpp"
#include "flex/operations.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <span>

namespace spyre::target {

class Card {
 public:
  explicit Card(const Settings& settings);
  ~Card();

  [[nodiscard]] const std::shared_ptr<Allocations>& allocations() const { return allocations_; }
  [[nodiscard]] Executor& executor() { return executor_; }
  int add_stream(int priority);

  void send(int stream, const flex::DmaParams& params);
  void fetch(int stream, const flex::DmaParams& params);
  void launch(int stream, const flex::ComputeParams& params);
  void call(int stream, const flex::HostCallbackParams& params);
  void wait(int stream);
  void fill(int stream, const flex::CompositeAddress& address, double value, DataFormats format);

 private:
  struct Loaded {
    std::uint64_t bytes = 0;
    std::shared_ptr<const Program> program;
    int kernel = 0;  // number in the recorder
  };

  std::span<std::uint8_t> memory_of(const flex::CompositeAddress& address);
  void send_bytes(int stream, const flex::DmaParams& params);
  Loaded load(int stream, const flex::ComputeParams& params);
  void forget_programs(std::uint64_t address, std::uint64_t bytes);
  void freed(std::uint64_t address, std::uint64_t bytes);

  Settings settings_;
  number::Rules rules_;
  Recorder recorder_;
  std::shared_ptr<Segments> memory_;
  execute::Scratchpads scratchpads_;  // of the executor's thread
  std::mutex programs_mutex_;
  std::map<std::uint64_t, Loaded> programs_;  // by address of the image
  std::shared_ptr<Allocations> allocations_;
  Executor executor_;  // last: its thread uses everything above
};

}  // namespace spyre::target
