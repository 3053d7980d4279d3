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

// Lanes of the output's last stick whose coordinates the input lacks.
std::vector<Range> missing_lanes(const OperationRun& run, std::size_t core) {
  std::vector<Range> ranges = existing_ranges(run, core);
  const plan::StickDim& stick = run.output().sticks.front();
  const auto dim = static_cast<std::size_t>(stick.dim);
  const std::int64_t there = ranges[dim].count;
  const std::int64_t whole = std::min(round_up(there, stick.elements), run.op().dims[dim].per_core);
  ranges[dim] = {there, whole - there};
  return ranges;
}

// Memory takes whole sticks. What reads the padding, as a matmul over a padded dimension does,
// counts on finite values there; zero is our choice.
void clear_missing_lanes(const OperationRun& run, std::size_t core, const OperandDigits& digits,
                         Access& target) {
  if (run.output().sticks.empty()) return;
  const float zero = 0;
  const OperandDigits one_place(digits.size());
  for (Box& box : boxes_of(missing_lanes(run, core), {digits, one_place})) {
    order_by(box, 0);
    merge(box, {});
    spread(box, &zero, nullptr, target);
  }
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
    clear_missing_lanes(run, core, digits.back(), target);
  }
}

}  // namespace spyre::execute
