// Loops, symbolic dimensions, empty plans and allocations (SYM, ADR-10) and the notes of the
// reader.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/rules.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

constexpr std::int64_t kMaximumTrips = 65'535;
// A segment less 1 GiB for programs and correction data (plan-format 2.5).
constexpr std::int64_t kMaximumPool = plan::kSegmentBytes - (std::int64_t{1} << 30);

void check_trips(const Context& context, int launch, std::size_t index, const plan::Loop& loop) {
  if (loop.trips > kMaximumTrips) {
    context.report("SYM-05", Severity::Error, launch,
                   {.message = fmt::format("loop {} makes {} trips, more than a loop counter holds",
                                           index, grouped(loop.trips)),
                    .found = grouped(loop.trips),
                    .expected = "at most " + grouped(kMaximumTrips)});
  }
  if (loop.trips > 0) return;
  context.report("SYM-09", Severity::Error, launch,
                 {.message = fmt::format("loop {} makes {} trips", index, loop.trips),
                  .found = grouped(loop.trips),
                  .expected = "at least 1"});
}

void check_symbolic_splits(const Site& site) {
  for (const plan::Dim& dim : site.op.dims) {
    if (!dim.symbolic || dim.slices <= 1) continue;
    site.report("SYM-07", Severity::Warning,
                {.message = fmt::format(
                     "the symbolic dimension {} is split over {}; its addresses are rebuilt "
                     "from the size at run time",
                     dim.name, counted(dim.slices, "core")),
                 .cores = site.cores(),
                 .found = counted(dim.slices, "slice"),
                 .expected = "1"});
  }
}

void check_launch(const Context& context, int index) {
  const plan::Launch& launch = context.plan.launches[static_cast<std::size_t>(index)];
  if (launch.operations.empty()) {
    context.report("SYM-09", Severity::Error, index,
                   {.message = fmt::format("launch {} executes no operation", index)});
  }
  for (std::size_t k = 0; k < launch.loops.size(); ++k) {
    check_trips(context, index, k, launch.loops[k]);
  }
  for (std::size_t k = 0; k < launch.operations.size(); ++k) {
    check_symbolic_splits({context, index, static_cast<int>(k), launch, launch.operations[k]});
  }
}

void check_pool(const Context& context, const plan::Storage& storage) {
  if (!storage.pool || storage.bytes <= kMaximumPool) return;
  context.report(
      "SYM-08", Severity::Error,
      {.message = fmt::format("the pool '{}' takes {} bytes, a segment has room for {}",
                              storage.name, grouped(storage.bytes), grouped(kMaximumPool)),
       .found = grouped(storage.bytes),
       .expected = "at most " + grouped(kMaximumPool)});
}

void check_neighbours(const Context& context, const plan::Storage& a, const plan::Storage& b) {
  if (a.address + a.bytes <= b.address || (a.pool && b.pool)) return;
  context.report("ADR-10", Severity::Error,
                 {.message = fmt::format("'{}' ends at {}, '{}' starts at {}: they overlap", a.name,
                                         grouped(a.address + a.bytes), b.name, grouped(b.address)),
                  .found = grouped(b.address),
                  .expected = "at least " + grouped(a.address + a.bytes)});
}

Finding finding_of(const plan::Note& note) {
  Finding finding;
  const Rule* known = rule(note.id);
  finding.id = note.id;
  finding.severity =
      known != nullptr && known->severity == Severity::Info ? Severity::Info : Severity::Warning;
  finding.message = note.message;
  finding.file = note.source.file;
  finding.pointer = note.source.pointer;
  if (note.source.line > 0) finding.line = note.source.line;
  return finding;
}

}  // namespace

// SYM-07 is told of every operation anyway, with its place.
void check_notes(const Context& context) {
  for (const plan::Note& note : context.plan.notes) {
    if (note.id != "SYM-07") context.collector.add(finding_of(note), {});
  }
}

void check_loops(const Context& context) {
  if (context.plan.launches.empty()) {
    context.report("SYM-09", Severity::Error, {.message = "the plan has no launch"});
  }
  for (std::size_t k = 0; k < context.plan.launches.size(); ++k) {
    check_launch(context, static_cast<int>(k));
  }
}

// Kernels allocate their pools one after the other, so pools may share addresses.
void check_storages(const Context& context) {
  std::vector<const plan::Storage*> order;
  for (const plan::Storage& storage : context.plan.storages) {
    check_pool(context, storage);
    order.push_back(&storage);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->address < b->address; });
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    check_neighbours(context, *order[k], *order[k + 1]);
  }
}

}  // namespace spyre::check
