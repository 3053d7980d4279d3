// Copies without change of value or format: identity, and changes of the stick dimension.
#include "sim/execute/operations.hpp"
#include "sim/execute/panel.hpp"

#include <algorithm>

namespace spyre::execute {
namespace {

// The part of a core's share whose coordinates exist.
std::vector<Range> existing_ranges(const OperationRun& run, std::size_t core) {
  std::vector<Range> ranges = core_ranges(run.op());
  for (std::size_t d = 0; d < ranges.size(); ++d) {
    const auto dim = static_cast<plan::DimId>(d);
    const std::int64_t left = existing_extent(run.op(), dim) - run.first_coordinate(dim, core);
    ranges[d].count = std::clamp<std::int64_t>(left, 0, ranges[d].count);
  }
  return ranges;
}

}  // namespace

void run_copy(OperationRun& run) {
  const plan::TensorId from = run.op().inputs.front(), to = run.op().outputs.front();
  const std::vector<OperandDigits> digits{run.walk().digits[static_cast<std::size_t>(from)],
                                          run.walk().digits[static_cast<std::size_t>(to)]};
  for (const std::size_t core : run.cores()) {
    const Access source = run.access(from, core);
    Access target = run.access(to, core);
    for (Box& box : boxes_of(existing_ranges(run, core), digits)) {
      order_by(box, 1);
      merge(box, {});
      copy_all(box, source, target);
    }
  }
}

}  // namespace spyre::execute
