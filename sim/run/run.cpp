#include "sim/run/run.hpp"

#include "models/base/error.hpp"
#include "models/chip/chip.hpp"
#include "sim/run/collector.hpp"
#include "sim/run/waits.hpp"

// SystemC's library has a main that calls this; ours elaborates and starts the kernel itself.
extern "C" int sc_main(int, char**) { return 0; }

namespace spyre::run {
namespace {

[[noreturn]] void throw_deadlock(const chip::Chip& chip) {
  std::vector<Problem> problems;
  for (const std::string& line : wait_cycle(chip)) {
    problems.push_back({"deadlock at " + std::to_string(kernel::now().count() / 1000) + " ns", line, ""});
  }
  throw Error(ErrorKind::Deadlock, std::move(problems));
}

}  // namespace

observe::Result simulate(const program::Program& program, const params::ChipParams& params, observe::Sink* sink,
                         const ProgressFn& progress) {
  ensure(sc_core::sc_get_status() == sc_core::SC_ELABORATION, "a process simulates once; start another for the next plan");
  ensure(sc_core::sc_get_time_resolution() == sc_core::sc_time(1, sc_core::SC_PS), "SystemC's time resolution is not one picosecond");
  Collector collector(program, progress);
  const chip::Chip chip("chip", params, program, collector, sink);
  collector.attach(chip);
  sc_core::sc_start();
  if (chip.context.failure) std::rethrow_exception(chip.context.failure);
  if (!chip.control.done()) throw_deadlock(chip);
  return collector.result();
}

}  // namespace spyre::run
