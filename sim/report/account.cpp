// Adds up every operation and every unit of a result and refuses it when a sum is off.
#include "sim/report/account.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace spyre::report {
namespace {

void same(Time found, Time expected, const std::string& what) {
  ensure(found == expected,
         fmt::format("{}: {} ps found, {} ps expected", what, found.count(), expected.count()));
}

void check_operation(const observe::OperationResult& op) {
  const std::string where = fmt::format("launch {} operation {}", op.launch, op.operation);
  same(op.compute_busy + total(op.stalls), op.time * op.cores,
       where + ": busy time plus stalls is not cores times time");
  ensure(std::max(op.pt_busy, op.sfp_busy) <= op.time * op.cores,
         where + ": a unit is busy longer than the operation");
  const std::int64_t least =
      std::min({op.read.count(), op.written.count(), op.ring.count(), op.partial_sum.count(),
                op.lx.count(), op.macs, op.elements, op.time.count(), op.start.count()});
  ensure(least >= 0, where + ": a count or a time is negative");
}

void check_unit(const observe::UnitResult& unit, Time elapsed) {
  same(unit.busy + total(unit.stalls) + unit.idle, elapsed,
       unit.path + ": busy, stalls and idle are not the elapsed time");
}

}  // namespace

Time total(const observe::StallTimes& stalls) {
  return std::accumulate(stalls.begin(), stalls.end(), Time{0});
}

void check_accounts(const observe::Result& result) {
  Time kernels{0};
  for (const observe::LaunchResult& launch : result.launches) {
    kernels += launch.time;
    for (const observe::OperationResult& op : launch.operations) check_operation(op);
  }
  same(result.kernel, kernels, "kernel time is not the sum of the launches");
  for (const observe::UnitResult& unit : result.units) check_unit(unit, result.elapsed);
}

}  // namespace spyre::report
