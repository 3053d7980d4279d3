// The host side of a stream: queues launches in order and, for plans with symbolic addresses, computes the correction
// tensor and sends it over PCIe before the device may start.
//
// Parameters: host.*. Hardware: three-step launch (host callback, DMA of the correction buffer, compute); H2D about
// 30 GB/s, D2H 10-19 GB/s measured; the constants in time are assumed.
#pragma once

#include "models/kernel/event_count.hpp"
#include "models/kernel/unit.hpp"
#include "models/params/params.hpp"
#include "models/program/program.hpp"

namespace spyre::host {

class Host : public kernel::Unit {
 public:
  Host(const sc_core::sc_module_name& name, kernel::Context& context, const params::Host& params,
       const program::Program& program);

  // Launches handed to the device so far.
  [[nodiscard]] kernel::EventCount& queued() { return queued_; }
  // The device advances this when a launch has ended.
  [[nodiscard]] kernel::EventCount& finished() { return finished_; }
  // Start of the first transfer to the device; Time::max() when there was none.
  [[nodiscard]] Time first_transfer() const { return first_transfer_; }
  [[nodiscard]] Time last_transfer_end() const { return last_transfer_end_; }

 private:
  void serve();
  void prepare(const program::Launch& launch);
  void transfer(Bytes bytes, BytesPerSecond rate, const char* what);

  const params::Host& params_;
  const program::Program& program_;
  kernel::EventCount queued_, finished_;
  Time first_transfer_{Time::max()}, last_transfer_end_{0};
};

}  // namespace spyre::host
