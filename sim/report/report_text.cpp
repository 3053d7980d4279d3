// Lays the report out for a terminal.
#include "sim/report/report_text.hpp"

#include "sim/report/findings.hpp"
#include "sim/report/limit.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>

namespace spyre::report {
namespace {

constexpr int kMicrosecondDecimals = 3;
constexpr std::size_t kAssumptionsShown = 5;
constexpr std::int64_t kTableOverlooked = 10;  // rows
constexpr std::size_t kLongestShown = 4;

std::string us(Time t) { return fixed(microseconds(t), kMicrosecondDecimals); }

// GB/s, GB = 10^9 bytes.
std::string rate(std::int64_t bytes, Time time) {
  if (time == Time{0}) return "-";
  const double seconds = static_cast<double>(time.count()) / static_cast<double>(kPicosPerSecond);
  return fixed(static_cast<double>(bytes) / seconds / 1e9, 1);
}

std::string share_of(Time part, Time whole) {
  if (whole == Time{0}) return "-";
  return percent(static_cast<double>(part.count()) / static_cast<double>(whole.count()));
}

std::string heading(const Report& r) {
  return fmt::format("{}: {}, {}, {}\nspyre-sim {}, configuration {:.12}, plan {:.12}\n",
                     r.plan.name, counted(r.plan.launches, "launch", "launches"),
                     counted(r.plan.operations, "operation"), counted(r.plan.cores_used, "core"),
                     r.version, r.config_hash, r.plan_hash);
}

Table operation_table() {
  return Table({{"#"},
                {"operation", Align::Left},
                {"unit", Align::Left},
                {"cores"},
                {"trips"},
                {"start us"},
                {"time us"},
                {"kernel %"},
                {"bound", Align::Left},
                {"bound %"},
                {"read GB/s"},
                {"write GB/s"},
                {"PT %"},
                {"SFP %"},
                {"ring %"}});
}

void add_operation(Table& table, const Kernel& kernel, const Operation& op) {
  const observe::OperationResult& m = op.measured;
  const Utilisation& u = op.utilisation;
  const double bound_share = op.bound ? op.shares[static_cast<std::size_t>(*op.bound)] : 0;
  table.add({fmt::format("{}", op.index), op.op, op.unit, fmt::format("{}", m.cores),
             fmt::format("{}", m.trips), us(m.start), us(m.time), share_of(m.time, kernel.time),
             op.bound ? name(*op.bound) : "-", op.bound ? percent(bound_share) : "-",
             rate(m.read.count(), m.time), rate(m.written.count(), m.time), percent(u.pt),
             percent(u.sfp), percent(u.ring)});
}

std::string kernel_text(const Kernel& kernel) {
  const std::string times = kernel.repeat == 1 ? "" : fmt::format(", {} times", kernel.repeat);
  std::string text = fmt::format("\nkernel {} {}{}: {} us from {} us\n", kernel.index, kernel.name,
                                 times, us(kernel.time), us(kernel.start));
  Table table = operation_table();
  for (const Operation& op : kernel.operations) add_operation(table, kernel, op);
  return text + table.text("  ");
}

std::string memory_line(const Report& r, const Totals& totals) {
  const std::int64_t bytes = totals.read_bytes + totals.written_bytes;
  return fmt::format("memory       {} read, {} written: {} of {} GB/s over the kernel time\n",
                     bytes_text(totals.read_bytes), bytes_text(totals.written_bytes),
                     rate(bytes, r.kernel), fixed(r.memory_peak / 1e9, 1));
}

std::string interval_text(const std::optional<Interval>& interval) {
  if (!interval) return "";
  return fmt::format(", {} to {} us with {:.0f} % confidence",
                     fixed(interval->low_us, kMicrosecondDecimals),
                     fixed(interval->high_us, kMicrosecondDecimals), 100 * interval->level);
}

std::string totals_text(const Report& r) {
  const Totals totals = totals_of(r);
  return fmt::format("\nkernel time  {} us{}\ndevice time  {} us\nhost time    {} us\n",
                     us(r.kernel), interval_text(r.interval), us(r.device), us(r.host)) +
         memory_line(r, totals) +
         fmt::format("work         {} MAC, {} elements, {} times links on the ring\n",
                     count_text(totals.macs), count_text(totals.elements),
                     bytes_text(totals.ring_bytes));
}

// In a long table the eye needs help to find the rows that matter.
std::string longest_text(const Report& r) {
  if (r.plan.operations <= kTableOverlooked) return "";
  std::string text;
  for (const Place& place : longest(r, kLongestShown)) {
    text += fmt::format("{}{} {} of kernel {} {} us ({} %)", text.empty() ? "longest      " : ", ",
                        place.operation->index, place.operation->op, place.kernel->index,
                        us(place.operation->measured.time),
                        share_of(place.operation->measured.time, r.kernel));
  }
  return text + "\n";
}

const char* meaning(Bound bound) {
  switch (bound) {
    case Bound::Compute: return "the matrix arrays (PT) are busy";
    case Bound::Vector: return "the vector units (SFP) are busy";
    case Bound::Memory: return "the cores wait for device memory";
    case Bound::Ring: return "the cores wait for the data ring";
    case Bound::PartialSum: return "the cores wait for partial sums";
    case Bound::Space: return "the cores wait for free buffers";
    case Bound::Dependence: return "the cores wait for other cores and operations";
    case Bound::Launch: return "operations start";
    case Bound::Drain: return "the last stores drain";
  }
  return "";
}

std::string limit_text(const Report& r, Colour colour) {
  const std::optional<Limit> limit = limit_of(r);
  if (!limit) return "\nlimited by nothing: no operation takes time\n";
  std::string line =
      fmt::format("limited by {}: for {} us, {} % of the time, {}", name(limit->bound),
                  us(limit->time), percent(limit->share), meaning(limit->bound));
  if (limit->next)
    line += fmt::format(" (next: {} {} %)", name(*limit->next), percent(limit->next_share));
  if (limit->operation != nullptr) {
    line += fmt::format("; most of it in operation {} {} of kernel {}", limit->operation->index,
                        limit->operation->op, limit->kernel->index);
  }
  return colour == Colour::Yes ? "\n\x1b[1m" + line + "\x1b[0m\n" : "\n" + line + "\n";
}

std::string warnings_text(const Report& r) {
  std::string text;
  for (const Folded& group : folded(r.warnings)) {
    const std::string place = place_of(group.first);
    const std::string more = group.count == 1 ? "" : fmt::format(" (and {} more)", group.count - 1);
    text += fmt::format("{}: {}{}{}{}\n", name(group.first.severity), place,
                        place.empty() ? "" : ": ", sentence_of(group.first), more);
  }
  return text.empty() ? text : "\n" + text;
}

std::string assumptions_text(const Report& r) {
  if (r.assumptions.empty()) return "";
  const std::size_t shown = std::min(kAssumptionsShown, r.assumptions.size());
  std::string text = "\nassumed, by use:";
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("{} {} = {}", i == 0 ? "" : ",", r.assumptions[i].parameter,
                        r.assumptions[i].value);
  }
  const std::size_t hidden = r.assumptions.size() - shown;
  return text + (hidden > 0 ? fmt::format(" and {} more\n", hidden) : std::string("\n"));
}

}  // namespace

std::string report_text(const Report& report, Colour colour) {
  std::string text = heading(report);
  for (const Kernel& kernel : report.kernels) text += kernel_text(kernel);
  return text + totals_text(report) + longest_text(report) + limit_text(report, colour) +
         warnings_text(report) + assumptions_text(report);
}

}  // namespace spyre::report
