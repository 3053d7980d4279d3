// The scratchpad of one core: a ledger of who holds how much of it, and one port that everything passes.
//
// Hardware: 2 MiB per core, 64 KiB of it program and debug; software managed, no cache. Port: the measured walk of
// 547 GB/s needs 512 bytes per cycle; a configuration reading of 128 contradicts it (data sheet 14.18).
#pragma once

#include "models/kernel/timeline.hpp"
#include "models/kernel/unit.hpp"
#include "models/params/params.hpp"

namespace spyre::lx {

class Lx : public kernel::Unit {
 public:
  Lx(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params);

  // Tensors the plan keeps here during a launch.
  void hold_resident(Bytes bytes);
  // Buffers of the running phase; released by booking zero. More than is free is a fault of the schedule.
  void book_staging(Bytes bytes);
  // Bytes through the port from `ready` on; returns the end.
  Time pass(Bytes bytes, Time ready);
  // Time the bytes take when nothing else is in the way.
  [[nodiscard]] Time duration(Bytes bytes) const { return bytes / rate_; }

  [[nodiscard]] Bytes passed() const { return passed_; }
  [[nodiscard]] Bytes staging() const { return staging_; }
  [[nodiscard]] std::vector<observe::Counter> counters() const override;

 private:
  Bytes available_;
  BytesPerSecond rate_;
  kernel::Timeline port_;
  Bytes resident_{0}, staging_{0}, peak_{0}, passed_{0};
};

}  // namespace spyre::lx
