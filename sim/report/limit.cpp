// Averages the operations of a run into what limits it.
#include "sim/report/limit.hpp"

#include "sim/report/shares.hpp"

#include <algorithm>
#include <cmath>

namespace spyre::report {
namespace {

template <class Function>
void for_each_operation(const Report& report, Function visit) {
  for (const Kernel& kernel : report.kernels) {
    for (const Operation& op : kernel.operations) visit(kernel, op);
  }
}

double weight(const Operation& op) { return static_cast<double>(op.measured.time.count()); }

double share(const Shares& shares, Bound bound) { return shares[static_cast<std::size_t>(bound)]; }

Time time_of_operations(const Report& report) {
  Time time{0};
  for_each_operation(report, [&](const Kernel&, const Operation& op) { time += op.measured.time; });
  return time;
}

// Mean of the operations' shares, weighted by their time.
Shares mean_shares(const Report& report) {
  Shares sum{};
  for_each_operation(report, [&](const Kernel&, const Operation& op) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight(op) * op.shares[i];
  });
  const auto time = static_cast<double>(time_of_operations(report).count());
  for (double& s : sum) s = time > 0 ? s / time : 0;
  return sum;
}

Time part(double share, Time whole) {
  return Time{std::llround(share * static_cast<double>(whole.count()))};
}

void find_worst(const Report& report, Limit& limit) {
  double most = 0;
  for_each_operation(report, [&](const Kernel& kernel, const Operation& op) {
    const double spent = weight(op) * share(op.shares, limit.bound);
    if (spent <= most) return;
    most = spent;
    limit.kernel = &kernel;
    limit.operation = &op;
  });
}

}  // namespace

std::optional<Limit> limit_of(const Report& report) {
  Shares shares = mean_shares(report);
  const std::optional<Bound> top = largest(shares);
  if (!top) return std::nullopt;
  Limit limit;
  limit.bound = *top;
  limit.share = share(shares, *top);
  limit.time = part(limit.share, time_of_operations(report));
  shares[static_cast<std::size_t>(*top)] = 0;
  limit.next = largest(shares);
  if (limit.next) limit.next_share = share(shares, *limit.next);
  find_worst(report, limit);
  return limit;
}

std::vector<Place> longest(const Report& report, std::size_t count) {
  std::vector<Place> places;
  for_each_operation(report, [&](const Kernel& kernel, const Operation& op) {
    places.push_back({&kernel, &op});
  });
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.operation->measured.time > b.operation->measured.time;
  });
  places.resize(std::min(count, places.size()));
  return places;
}

Totals totals_of(const Report& report) {
  Totals totals;
  for_each_operation(report, [&](const Kernel&, const Operation& op) {
    totals.read_bytes += op.measured.read.count();
    totals.written_bytes += op.measured.written.count();
    totals.ring_bytes += op.measured.ring.count();
    totals.macs += op.measured.macs;
    totals.elements += op.measured.elements;
  });
  return totals;
}

}  // namespace spyre::report
