#include "models/host/host.hpp"

#include <algorithm>

namespace spyre::host {

Host::Host(const sc_core::sc_module_name& name, kernel::Context& context, const params::Host& params,
           const program::Program& program)
    : Unit(name, context),
      params_(params),
      program_(program),
      queued_(this, "launch queued"),
      finished_(nullptr, "launch finished") {
  process("serve", [this] { serve(); });
}

void Host::serve() {
  std::int64_t launched = 0;
  for (const program::Launch& launch : program_.launches) {
    prepare(launch);
    queued_.advance();
    ++launched;
    if (launch.d2h.count() == 0) continue;
    set_stalled(observe::Stall::Dependence);
    finished_.wait(*this, launched);
    transfer(launch.d2h, params_.d2h_rate, "device to host");
  }
  set_idle();
}

void Host::prepare(const program::Launch& launch) {
  set_busy("launch");
  kernel::pause(launch.host_before + params_.launch);
  if (launch.h2d.count() > 0) transfer(launch.h2d, params_.h2d_rate, "host to device");
  if (!launch.correction) return;
  set_busy("correction");
  kernel::pause(params_.correction);
  transfer(params_.correction_bytes, params_.h2d_rate, "correction transfer");
}

void Host::transfer(Bytes bytes, BytesPerSecond rate, const char* what) {
  set_busy(what);
  first_transfer_ = std::min(first_transfer_, kernel::now());
  kernel::pause(params_.transfer_latency + bytes / rate);
  last_transfer_end_ = kernel::now();
}

}  // namespace spyre::host
