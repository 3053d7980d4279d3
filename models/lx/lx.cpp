#include "models/lx/lx.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace spyre::lx {

Lx::Lx(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params)
    : Unit(name, context),
      available_(params.lx.capacity - params.lx.reserved),
      rate_(params.lx.port_width * params.chip.core_clock) {}

void Lx::hold_resident(Bytes bytes) {
  resident_ = bytes;
  peak_ = std::max(peak_, resident_ + staging_);
}

void Lx::book_staging(Bytes bytes) {
  ensure(resident_ + bytes <= available_, "the schedule booked more scratchpad than is free");
  staging_ = bytes;
  peak_ = std::max(peak_, resident_ + staging_);
}

Time Lx::pass(Bytes bytes, Time ready) {
  passed_ += bytes;
  const Time taken = duration(bytes);
  return port_.reserve(ready, taken) + taken;
}

std::vector<observe::Counter> Lx::counters() const {
  return {{"bytes", passed_.count()}, {"peak_bytes", peak_.count()}};
}

}  // namespace spyre::lx
