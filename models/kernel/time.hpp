// The only place where simulated time and SystemC time meet. Resolution is one picosecond.
#pragma once

#include "models/base/quantity.hpp"

#include <systemc>

namespace spyre::kernel {

inline Time now() { return Time{static_cast<std::int64_t>(sc_core::sc_time_stamp().value())}; }

inline sc_core::sc_time to_sc(Time t) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(t.count()));
}

// Lets simulated time pass in the calling process.
inline void pause(Time t) {
  if (t.count() > 0) sc_core::wait(to_sc(t));
}

inline void pause_until(Time t) { pause(t - now()); }

}  // namespace spyre::kernel
