// Builds the example plan, its result and the few parameters the report reads.
#include "tests/report/example.hpp"

namespace spyre::report::example {
namespace {

using observe::Stall;

plan::Operation operation(plan::OpCode op, plan::ExecutionUnit unit) {
  plan::Operation operation;
  operation.op = op;
  operation.unit = unit;
  operation.cores = {0, 1};
  return operation;
}

observe::OperationResult matmul() {
  observe::OperationResult m;
  m.launch = 0, m.operation = 0, m.cores = kCores;
  m.start = nanoseconds(100), m.time = kMatmulTime;
  m.read = Bytes(200'000), m.written = Bytes(50'000), m.ring = Bytes(640'000);
  m.lx = Bytes(300'000), m.macs = 2'000'000;
  m.pt_busy = m.compute_busy = nanoseconds(3000);
  stalled(m.stalls, Stall::Memory) = nanoseconds(4000);
  stalled(m.stalls, Stall::Launch) = nanoseconds(1000);
  m.busiest_link = nanoseconds(500);
  return m;
}

observe::OperationResult add() {
  observe::OperationResult m;
  m.launch = 0, m.operation = 1, m.cores = kCores, m.trips = 2;
  m.start = nanoseconds(4100), m.time = kAddTime;
  m.read = Bytes(8192), m.written = Bytes(4096), m.elements = 2048;
  m.sfp_busy = m.compute_busy = nanoseconds(1500);
  stalled(m.stalls, Stall::Drain) = nanoseconds(500);
  return m;
}

observe::UnitResult unit(const char* path, Time busy, Time memory) {
  observe::UnitResult u;
  u.path = path;
  u.busy = busy;
  stalled(u.stalls, Stall::Memory) = memory;
  u.idle = kElapsed - busy - memory;
  u.counters = {{"bursts", 7}};
  return u;
}

}  // namespace

Time& stalled(observe::StallTimes& stalls, Stall reason) {
  return stalls[static_cast<std::size_t>(reason)];
}

params::ChipParams chip() {
  params::ChipParams p{};
  p.chip.core_clock = Hertz(1'000'000'000);
  p.dram.channels = 16;
  p.dram.nominal_rate = BytesPerSecond(12'800'000'000);
  p.pt.macs_per_cycle = 1024;
  p.pt.fp8_speedup = 2, p.pt.int8_speedup = 4, p.pt.int4_speedup = 8;
  return p;
}

plan::Plan plan() {
  plan::Plan plan;
  plan.name = "mm_add";
  plan.content_hash = "00ff00ff00ff00ff";
  plan::Launch launch;
  launch.name = "fused, with comma";
  launch.operations = {operation(plan::OpCode::BatchMatmul, plan::ExecutionUnit::Pt),
                       operation(plan::OpCode::Add, plan::ExecutionUnit::Sfp)};
  plan.launches = {launch};
  return plan;
}

observe::Result result() {
  observe::Result r;
  observe::LaunchResult launch;
  launch.start = nanoseconds(100);
  launch.time = kMatmulTime + kAddTime;
  launch.operations = {matmul(), add()};
  r.launches = {launch};
  r.units = {unit("chip.core0.load", nanoseconds(1000), nanoseconds(500)),
             unit("chip.core0.pt", nanoseconds(3000), Time{0}), unit("chip.ring", Time{0}, Time{0}),
             unit("chip.memory", Time{0}, Time{0})};
  r.units.at(2).counters.clear();  // the ring did nothing, the memory counted
  r.kernel = launch.time;
  r.device = nanoseconds(5500);
  r.host = nanoseconds(500);
  r.elapsed = kElapsed;
  return r;
}

Context context() {
  Context c;
  c.version = "1.2.3";
  c.config_hash = "0123456789abcdef";
  c.assumptions = {{"mover.issue_interval", "25 ns", "assumed"},
                   {"ring.hop", "1 cycle", "assumed"},
                   {"dram.latency", "100 ns", "assumed"},
                   {"pt.block_load", "64 cycles", "assumed"}};
  check::Finding warning;
  warning.id = "SYM-07";
  warning.severity = check::Severity::Warning;
  warning.message = "symbol bound by default";
  warning.file = "bundle.mlir";
  warning.line = 3;
  c.warnings = {warning, warning};
  return c;
}

Report report() { return make_report(plan(), result(), chip(), context()); }

}  // namespace spyre::report::example
