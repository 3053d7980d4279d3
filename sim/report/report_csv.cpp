// Flattens the report into rows of comma separated values.
#include "sim/report/report_csv.hpp"

#include "sim/report/number_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace spyre::report {
namespace {

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

std::string row(const std::vector<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells) text += quoted(cell) + ',';
  text.back() = '\n';
  return text;
}

std::string number(double value) { return decimal(value, 6); }
std::string number(std::int64_t value) { return fmt::format("{}", value); }
std::string number(Bytes bytes) { return number(bytes.count()); }
std::string number(Time t) { return number(microseconds(t)); }

std::vector<std::string> measured_cells(const observe::OperationResult& m, const Operation& op) {
  return {number(std::int64_t{m.cores}),
          number(m.trips),
          number(m.start),
          number(m.time),
          op.bound ? name(*op.bound) : "",
          number(m.macs),
          number(m.elements),
          number(m.read),
          number(m.written),
          number(m.ring),
          number(m.partial_sum),
          number(m.lx)};
}

std::vector<std::string> cells_of(const Report& r, const Kernel& kernel, const Operation& op) {
  std::vector<std::string> cells{r.plan.name,
                                 number(std::int64_t{kernel.index}),
                                 kernel.name,
                                 number(kernel.repeat),
                                 number(std::int64_t{op.index}),
                                 op.op,
                                 op.unit};
  const std::vector<std::string> measured = measured_cells(op.measured, op);
  cells.insert(cells.end(), measured.begin(), measured.end());
  const Utilisation& u = op.utilisation;
  for (const double value : {u.pt, u.sfp, u.hmi_read, u.hmi_write, u.ring})
    cells.push_back(number(value));
  for (const double share : op.shares) cells.push_back(number(share));
  return cells;
}

}  // namespace

std::string csv_heading() {
  std::vector<std::string> titles{"plan",
                                  "kernel",
                                  "kernel_name",
                                  "repeat",
                                  "index",
                                  "op",
                                  "unit",
                                  "cores",
                                  "trips",
                                  "start_us",
                                  "time_us",
                                  "bound",
                                  "macs",
                                  "elements",
                                  "read_bytes",
                                  "written_bytes",
                                  "ring_bytes",
                                  "partial_sum_bytes",
                                  "lx_bytes",
                                  "pt_utilisation",
                                  "sfp_utilisation",
                                  "hmi_read_utilisation",
                                  "hmi_write_utilisation",
                                  "ring_utilisation"};
  for (const char* bound : kBoundNames) titles.push_back(std::string(bound) + "_share");
  return row(titles);
}

std::string report_csv(const Report& report) {
  std::string text;
  for (const Kernel& kernel : report.kernels) {
    for (const Operation& op : kernel.operations) text += row(cells_of(report, kernel, op));
  }
  return text;
}

}  // namespace spyre::report
