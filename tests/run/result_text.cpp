#include "tests/run/result_text.hpp"

#include <fmt/format.h>

namespace spyre::test {
namespace {

std::string stalls_of(const observe::StallTimes& stalls) {
  std::string text;
  for (const Time t : stalls) text += fmt::format(" {}", t.count());
  return text;
}

std::string line_of(const observe::OperationResult& o) {
  return fmt::format(
      "operation {} cores {} trips {} start {} time {} bytes {} {} {} {} {} work {} {} busy {} {} "
      "{} link {} stalls{}\n",
      o.operation, o.cores, o.trips, o.start.count(), o.time.count(), o.read.count(),
      o.written.count(), o.ring.count(), o.partial_sum.count(), o.lx.count(), o.macs, o.elements,
      o.pt_busy.count(), o.sfp_busy.count(), o.compute_busy.count(), o.busiest_link.count(),
      stalls_of(o.stalls));
}

std::string line_of(const observe::UnitResult& u) {
  std::string text = fmt::format("{} busy {} idle {} stalls{}", u.path, u.busy.count(),
                                 u.idle.count(), stalls_of(u.stalls));
  for (const observe::Counter& c : u.counters) text += fmt::format(" {}={}", c.name, c.value);
  return text + '\n';
}

}  // namespace

std::string text_of(const observe::Result& result) {
  std::string text =
      fmt::format("device {} kernel {} host {} elapsed {}\n", result.device.count(),
                  result.kernel.count(), result.host.count(), result.elapsed.count());
  for (const observe::LaunchResult& l : result.launches) {
    text += fmt::format("launch {} repeat {} start {} time {}\n", l.launch, l.repeat,
                        l.start.count(), l.time.count());
    for (const observe::OperationResult& o : l.operations) text += line_of(o);
  }
  for (const observe::UnitResult& u : result.units) text += line_of(u);
  for (const std::string& n : result.notes) text += n + '\n';
  return text;
}

}  // namespace spyre::test
