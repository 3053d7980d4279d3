// What limits a run as a whole, and by how much.
#pragma once

#include <optional>
#include <vector>

#include "sim/report/report.hpp"

namespace spyre::report {

struct Limit {
  Bound bound = Bound::Memory;
  double share = 0;           // of the operations' time, each operation's cores counting equally
  Time time{0};               // that share of the sum of the operations' times
  std::optional<Bound> next;  // the second largest
  double next_share = 0;
  const Kernel* kernel = nullptr;  // where most of the limiting time is spent
  const Operation* operation = nullptr;
};

// None when no operation took time. Points into the report.
std::optional<Limit> limit_of(const Report& report);

struct Place {
  const Kernel* kernel = nullptr;
  const Operation* operation = nullptr;
};
// The longest operations, at most `count`, longest first; equally long ones in program order.
std::vector<Place> longest(const Report& report, std::size_t count);

// Totals over all operations.
struct Totals {
  std::int64_t read_bytes = 0, written_bytes = 0, ring_bytes = 0, macs = 0, elements = 0;
};
Totals totals_of(const Report& report);

}  // namespace spyre::report
