// The default division over cores, as the front end's work division makes it.
#include "sim/make/split.hpp"

#include "sim/make/index.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

namespace spyre::make {
namespace {

using Slices = std::vector<std::int64_t>;

std::int64_t product(const Slices& slices) {
  return std::accumulate(slices.begin(), slices.end(), std::int64_t{1}, std::multiplies<>());
}

// Units of a level one core walks.
std::int64_t core_units(const Step& step, const WalkLevel& level, const Slices& slices) {
  const std::int64_t elements = step.axes[at(level.axis)].size / slices[at(level.axis)];
  return (elements - 1) / level.unit + 1;
}

// The outermost level a core walks more than one unit of decides how far its addresses reach.
std::int64_t span(const Step& step, const std::vector<WalkLevel>& walk, const Slices& slices) {
  for (const WalkLevel& level : walk) {
    const std::int64_t units = core_units(step, level, slices);
    if (units > 1) return units * level.stride;
  }
  return 0;
}

// Slices of one axis that bring the span within the limit with the fewest cores, or nearest to it.
std::optional<std::int64_t> best_for_span(const Step& step, const std::vector<WalkLevel>& walk,
                                          Slices slices, AxisId axis, int cores) {
  std::optional<std::int64_t> nearest;
  std::int64_t nearest_span = 0;
  const std::int64_t committed = slices[at(axis)];
  for (const std::int64_t count : divisors(step.axes[at(axis)].parts())) {
    slices[at(axis)] = count;
    if (count < committed || product(slices) > cores) continue;
    const std::int64_t reach = span(step, walk, slices);
    if (reach <= kLargestSpan) return count;
    if (!nearest || reach < nearest_span) nearest = count;
    if (nearest == count) nearest_span = reach;
  }
  return nearest;
}

void commit_span(const Step& step, const std::vector<WalkLevel>& walk, Slices& slices, int cores) {
  for (const WalkLevel& level : walk) {
    if (span(step, walk, slices) <= kLargestSpan) return;
    if (step.axes[at(level.axis)].size <= 1) continue;
    const std::optional<std::int64_t> count = best_for_span(step, walk, slices, level.axis, cores);
    if (!count) return;
    slices[at(level.axis)] = *count;
    if (core_units(step, level, slices) > 1) return;  // inner levels cannot shorten it further
  }
}

// Axes by decreasing number of parts; equal ones stay in order.
std::vector<AxisId> by_size(const Step& step, bool reduced, const Slices& committed) {
  std::vector<AxisId> order;
  for (AxisId axis = 0; axis < static_cast<AxisId>(step.axes.size()); ++axis) {
    if (step.axes[at(axis)].reduced == reduced && committed[at(axis)] == 1) order.push_back(axis);
  }
  std::stable_sort(order.begin(), order.end(), [&](AxisId a, AxisId b) {
    return step.axes[at(a)].parts() > step.axes[at(b)].parts();
  });
  return order;
}

std::int64_t largest_divisor(std::int64_t n, std::int64_t limit) {
  std::int64_t best = 1;
  for (const std::int64_t d : divisors(n)) {
    if (d <= limit) best = d;
  }
  return best;
}

// A padded reduction is masked, and a masked dimension stays on one core.
bool is_masked(const Axis& axis) { return axis.reduced && axis.size != axis.padded(); }

// The card adds partial results along one dimension only.
bool has_reduced_slices(const Step& step, const Slices& slices) {
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (step.axes[i].reduced && slices[i] > 1) return true;
  }
  return false;
}

void spread_reduced(const Step& step, const std::vector<AxisId>& order, Slices& slices, int cores) {
  if (has_reduced_slices(step, slices)) return;
  const std::int64_t room = cores / product(slices);
  AxisId best = -1;
  std::int64_t best_count = 1;
  for (const AxisId axis : order) {
    if (is_masked(step.axes[at(axis)])) continue;
    const std::int64_t count = largest_divisor(step.axes[at(axis)].parts(), room);
    if (count > best_count) best = axis;
    best_count = std::max(best_count, count);
  }
  if (best >= 0) slices[at(best)] = best_count;
}

}  // namespace

std::vector<std::int64_t> divisors(std::int64_t n) {
  std::vector<std::int64_t> low, high;
  for (std::int64_t d = 1; d * d <= n; ++d) {
    if (n % d != 0) continue;
    low.push_back(d);
    if (d != n / d) high.push_back(n / d);
  }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

std::vector<std::int64_t> slices_for_spans(const Kernel& kernel, const Step& step, int cores) {
  Slices slices(step.axes.size(), 1);
  for (const Operand& input : step.inputs) commit_span(step, walk_of(kernel, input), slices, cores);
  commit_span(step, walk_of(kernel, step.output), slices, cores);
  return slices;
}

void divide_by_default(const Kernel& kernel, Step& step, int cores) {
  const Slices committed = slices_for_spans(kernel, step, cores);
  Slices slices = committed;
  for (const AxisId axis : by_size(step, false, committed)) {
    slices[at(axis)] = largest_divisor(step.axes[at(axis)].parts(), cores / product(slices));
  }
  spread_reduced(step, by_size(step, true, committed), slices, cores);
  for (std::size_t i = 0; i < slices.size(); ++i) step.axes[i].slices = slices[i];
}

}  // namespace spyre::make
