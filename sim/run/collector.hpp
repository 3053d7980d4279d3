// Takes the measurements of a run at the beginning and end of operations and launches, and proves the accounts.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "models/chip/chip.hpp"
#include "sim/run/run.hpp"

namespace spyre::run {

// Running totals of the card at one instant.
struct Snapshot {
  Time at{0};
  std::vector<kernel::Account> pt, sfp;  // per core
  std::vector<Time> link_busy;
  std::int64_t read = 0, written = 0, asked_loads = 0, served_loads = 0, unicast = 0, fetched = 0, asked_stores = 0, served_stores = 0;
  std::int64_t macs = 0;
  Bytes ring{0}, partial_sum{0}, lx{0};
};

class Collector : public chip::OperationObserver {
 public:
  Collector(const program::Program& program, const ProgressFn& progress);
  void attach(const chip::Chip& chip) { chip_ = &chip; }

  void launch_begins(int launch) override;
  void operation_begins(int launch, int operation) override;
  void operation_ends(int launch, int operation) override;
  void launch_ends(int launch) override;

  // The result of a finished run. Throws Internal when a unit's time or a credit does not add up.
  [[nodiscard]] observe::Result result() const;
  [[nodiscard]] std::int64_t executed() const { return executed_; }

 private:
  [[nodiscard]] Snapshot snapshot() const;
  [[nodiscard]] const program::Operation& operation_of(int launch, int operation) const;
  observe::OperationResult& line_of(int launch, int operation);
  [[nodiscard]] std::int64_t rounds_of(int launch, int operation) const;
  void end_round(int launch);
  void add(observe::OperationResult& total, const program::Operation& operation, std::int64_t repeat, const Snapshot& before,
           const Snapshot& after) const;
  void prove(const program::Operation& operation, const Snapshot& before, const Snapshot& after) const;
  void prove_end() const;
  [[nodiscard]] std::vector<observe::UnitResult> unit_results() const;

  const program::Program& program_;
  const ProgressFn& progress_;
  const chip::Chip* chip_ = nullptr;
  std::vector<observe::LaunchResult> launches_;
  std::optional<Snapshot> before_;
  Time launch_start_{0}, round_start_{0}, simulated_{0}, first_operation_{Time::max()}, last_operation_{0};
  std::int64_t executed_ = 0, total_ = 0;
  std::int64_t rounds_ = 0;  // repeats the running round stands for
};

}  // namespace spyre::run
