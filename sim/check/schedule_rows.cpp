// The rows of a core's schedule: data operations beside and around the compute (SCH).
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

using Rows = std::vector<plan::ScheduleRow>;

std::string row_text(const plan::ScheduleRow& row) {
  return fmt::format("[{},{},{},{}]", row.data_op, row.compute, row.wait, row.signal);
}

void check_row(const Site& site, std::size_t core, const plan::ScheduleRow& row) {
  const auto data_ops = static_cast<int>(site.op.data_ops.size());
  const bool in_range = row.data_op >= -1 && row.data_op < data_ops && row.compute >= -1 &&
                        row.compute < (site.op.data_only ? 0 : 1);
  if (in_range && (row.data_op >= 0 || row.compute >= 0)) return;
  site.report(
      "SCH-01", Severity::Error,
      {.message = fmt::format("row {} of {{cores}} names {}", row_text(row),
                              in_range ? "nothing to do" : "an operation that does not exist"),
       .cores = {site.core(core)},
       .found = row_text(row),
       .expected = fmt::format("data operation -1 to {}, compute -1 to {}", data_ops - 1,
                               site.op.data_only ? -1 : 0)});
}

// Times each data operation is listed; index -1 counts the compute.
std::map<int, int> listed(const Rows& rows) {
  std::map<int, int> times;
  for (const plan::ScheduleRow& row : rows) {
    if (row.data_op >= 0) ++times[row.data_op];
    if (row.compute >= 0) ++times[-1];
  }
  return times;
}

bool takes_part(const plan::DataOp& op, int core) {
  return std::find(op.cores.begin(), op.cores.end(), core) != op.cores.end();
}

void report_times(const Site& site, std::size_t core, const std::string& what, int found,
                  int expected) {
  site.report("SCH-02", Severity::Error,
              {.message = fmt::format("{} stands {} in the schedule of {{cores}} instead of {}",
                                      what, counted(found, "time"), counted(expected, "time")),
               .cores = {site.core(core)},
               .found = fmt::format("{}", found),
               .expected = fmt::format("{}", expected)});
}

void check_lists(const Site& site, std::size_t core) {
  std::map<int, int> times = listed(site.op.schedule[core]);
  const int compute = site.op.data_only ? 0 : 1;
  if (times[-1] != compute) report_times(site, core, "the compute", times[-1], compute);
  for (std::size_t k = 0; k < site.op.data_ops.size(); ++k) {
    const plan::DataOp& op = site.op.data_ops[k];
    const int expected = takes_part(op, site.core(core)) ? 1 : 0;
    const int found = times[static_cast<int>(k)];
    if (found == expected) continue;
    report_times(site, core, fmt::format("data operation {} ({})", k, op.name), found, expected);
  }
}

bool signals(const Rows& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.signal > 0; });
}

// Signals of other cores may arrive at any time; an own one must stand before the wait.
void check_waits(const Site& site, std::size_t core, std::size_t signalling_cores) {
  const Rows& rows = site.op.schedule[core];
  const bool others = signalling_cores > (signals(rows) ? 1U : 0U);
  bool signalled = false;
  for (const plan::ScheduleRow& row : rows) {
    if (row.wait > 0 && !signalled && !others) {
      site.report(
          "SCH-03", Severity::Error,
          {.message = fmt::format("row {} of {{cores}} waits for ever: nothing signals before it",
                                  row_text(row)),
           .cores = {site.core(core)},
           .found = "no earlier signal",
           .expected = "a row that signals"});
    }
    signalled |= row.signal > 0;
  }
}

bool same(const Rows& a, const Rows& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.data_op == y.data_op && x.compute == y.compute && x.wait == y.wait &&
           x.signal == y.signal;
  });
}

void check_equal_rows(const Site& site) {
  if (!site.op.data_ops.empty()) return;
  std::vector<int> wrong;
  for (std::size_t core = 1; core < site.op.schedule.size(); ++core) {
    if (!same(site.op.schedule[core], site.op.schedule[0])) wrong.push_back(static_cast<int>(core));
  }
  if (wrong.empty()) return;
  site.report(
      "SCH-04", Severity::Error,
      {.message =
           fmt::format("{{cores}} have other schedule rows than core {}, and there is no data "
                       "operation",
                       site.core(0)),
       .cores = site.cores(wrong),
       .found = counted(static_cast<std::int64_t>(wrong.size()), "core") + " with other rows",
       .expected = "equal rows on all cores"});
}

}  // namespace

void check_schedule_rows(const Site& site) {
  const auto signalling = static_cast<std::size_t>(
      std::count_if(site.op.schedule.begin(), site.op.schedule.end(), signals));
  for (std::size_t core = 0; core < site.op.schedule.size(); ++core) {
    for (const plan::ScheduleRow& row : site.op.schedule[core]) check_row(site, core, row);
    check_lists(site, core);
    check_waits(site, core, signalling);
  }
  check_equal_rows(site);
}

}  // namespace spyre::check
