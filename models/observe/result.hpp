// What a run measured, nothing derived: per operation times, bytes and the time of its compute unit by reason;
// per unit the same over the whole run. Shares, rates and bounds are the report's business.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/base/quantity.hpp"

namespace spyre::observe {

// Why a unit with work to do is not doing it.
enum class Stall : std::uint8_t { Memory, Ring, Space, Dependence, PartialSum, Launch, Drain };
inline constexpr int kStalls = 7;
inline constexpr std::array<const char*, kStalls> kStallNames{
    "memory", "ring", "space", "dependence", "partial_sum", "launch", "drain"};

using StallTimes = std::array<Time, kStalls>;

struct Counter {
  std::string name;  // noun with its quantity: loaded_bytes, bursts
  std::int64_t value = 0;
};

// One hardware unit over the whole run: busy + stalls + idle = elapsed.
struct UnitResult {
  std::string path;  // chip.core3.mover.load
  Time busy{0}, idle{0};
  StallTimes stalls{};
  std::vector<Counter> counters;
};

// One execute statement; sums are over all trips and repeats, start is of the first.
struct OperationResult {
  int launch = 0, operation = 0;  // indices into the plan
  int cores = 0;
  std::int64_t trips = 1;         // executions of one launch
  Time start{0}, time{0};
  Bytes read{0}, written{0};      // device memory, a multicast counted once
  Bytes ring{0};                  // bytes delivered over the data ring times links travelled
  Bytes partial_sum{0};
  Bytes lx{0};                    // through the LX port
  std::int64_t macs = 0, elements = 0;
  Time pt_busy{0}, sfp_busy{0};   // summed over the operation's cores
  StallTimes stalls{};            // of the cores: PT or SFP busy (either) plus stalls = cores x time
  Time compute_busy{0};           // core time with PT or SFP busy
  Time hmi_read_busy{0}, hmi_write_busy{0};  // summed over ports
  Time busiest_link{0};           // busy time of the busiest data-ring link
  Bytes dram_bytes{0};
};

struct LaunchResult {
  int launch = 0;
  std::int64_t repeat = 1;
  Time start{0};
  Time time{0};  // all repeats: start of the first operation to the end of the last store
  std::vector<OperationResult> operations;
};

struct Result {
  std::vector<LaunchResult> launches;
  std::vector<UnitResult> units;
  Time device{0};  // first to last device activity, corrections and transfers included
  Time kernel{0};  // sum of the launches' time
  Time host{0};    // host work and PCIe time not hidden behind the device
  Time elapsed{0};
  std::vector<std::string> notes;
};

// Receives what units do while they do it. The default does nothing.
struct Span {
  int track = 0;        // unit number
  int operation = -1;   // running index of the executed operation
  const char* what = "";  // "busy" kinds: load, store, matmul, vector, partial sum; or a stall name
  bool stall = false;
  Time start{0}, length{0};
};
struct Flow {
  int from_track = 0, to_track = 0;
  Time from{0}, to{0};  // end of the span depended on, start of the dependent span
};
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void track(int number, const std::string& path) = 0;
  // An operation begins; its spans follow, and when it has ended, `operation`.
  virtual void begin(int /*index*/, const std::string& /*label*/) {}
  virtual void operation(int index, const std::string& label, Time start, Time length) = 0;
  virtual void span(const Span& span) = 0;
  virtual void flow(const Flow& flow) = 0;
};

}  // namespace spyre::observe
