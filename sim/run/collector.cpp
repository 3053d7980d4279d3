#include "sim/run/collector.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace spyre::run {
namespace {

std::int64_t trips(const program::Operation& operation) {
  std::int64_t n = 1;
  for (const std::int64_t t : operation.loop_trips) n *= t;
  return n;
}

void prove_equal(std::int64_t a, std::int64_t b, const std::string& operation, const char* what) {
  ensure(a == b, fmt::format("{}: {} ({} against {})", operation, what, a, b));
}

struct Expected {
  std::int64_t loads = 0, stores = 0, macs = 0;
};

// What the program says one execution moves and multiplies, counted independently of the units.
Expected expected_of(const program::Operation& operation) {
  Expected e;
  const auto cores = static_cast<std::int64_t>(operation.cores.size());
  for (const program::Phase& phase : operation.phases) {
    for (const program::Step& step : phase.steps) {
      const program::StepTotals t = phase.totals(step);
      if (step.kind == program::WorkKind::Load) e.loads += t.memory_bytes * cores;
      if (step.kind == program::WorkKind::Store) {
        std::int64_t silent = 0;
        for (const program::Group& g : step.memory.groups) silent += std::ssize(g.members) - 1;
        e.stores += t.memory_bytes * (cores - silent);
      }
      if (step.kind == program::WorkKind::RingLoad) {
        for (const auto& core : step.ring.per_core) {
          for (const program::RingTransfer& r : core) e.loads += r.bytes * phase.instances(step);
        }
      }
      e.macs += t.macs * cores;
    }
  }
  return e;
}

}  // namespace

Collector::Collector(const program::Program& program, const ProgressFn& progress) : program_(program), progress_(progress) {
  for (std::size_t l = 0; l < program.launches.size(); ++l) {
    observe::LaunchResult r;
    r.launch = static_cast<int>(l);
    r.repeat = program.launches[l].repeat;
    for (const program::Operation& operation : program.launches[l].operations) {
      total_ += trips(operation);
      if (r.operations.size() == program.launches[l].round_size()) continue;  // of a later round
      observe::OperationResult line;
      line.launch = static_cast<int>(l);
      line.operation = operation.plan_operation;
      line.cores = static_cast<int>(operation.cores.size());
      line.trips = trips(operation);
      r.operations.push_back(line);
    }
    launches_.push_back(std::move(r));
  }
}

Snapshot Collector::snapshot() const {
  Snapshot s;
  s.at = kernel::now();
  for (const core::Core* c : chip_->cores) {
    s.pt.push_back(c->pt.account());
    s.sfp.push_back(c->sfp.account());
    s.lx += c->lx.passed();
    s.asked_loads += c->load.bytes_asked() + c->group_load.bytes_asked();
    s.served_loads += c->load.bytes_served() + c->group_load.bytes_served();
    s.unicast += c->load.unicast_bytes() + c->group_load.unicast_bytes();
    s.asked_stores += c->store.bytes_asked();
    s.served_stores += c->store.bytes_served();
    s.macs += c->pt.macs();
  }
  s.link_busy = chip_->ring.link_busy();
  s.read = chip_->memory.bytes_read();
  s.written = chip_->memory.bytes_written();
  s.fetched = chip_->multicast.bytes_fetched();
  s.ring = chip_->ring.link_bytes();
  s.partial_sum = chip_->partial_sums.bytes();
  return s;
}

const program::Operation& Collector::operation_of(int launch, int operation) const {
  return program_.launches[static_cast<std::size_t>(launch)].operations[static_cast<std::size_t>(operation)];
}

observe::OperationResult& Collector::line_of(int launch, int operation) {
  const auto l = static_cast<std::size_t>(launch);
  return launches_[l].operations[static_cast<std::size_t>(operation) % program_.launches[l].round_size()];
}

std::int64_t Collector::rounds_of(int launch, int operation) const {
  const std::int64_t rounds = operation_of(launch, operation).rounds;
  return rounds > 0 ? rounds : program_.launches[static_cast<std::size_t>(launch)].repeat;
}

void Collector::launch_begins(int) {
  launch_start_ = round_start_ = kernel::now();
  rounds_ = 0;
}

// Time since the last round began counts as often as that round stands for.
void Collector::end_round(int launch) {
  observe::LaunchResult& r = launches_[static_cast<std::size_t>(launch)];
  r.time += (kernel::now() - round_start_) * (rounds_ > 0 ? rounds_ : r.repeat);
  round_start_ = kernel::now();
}

void Collector::operation_begins(int launch, int operation) {
  const std::int64_t rounds = rounds_of(launch, operation);
  if (rounds_ > 0 && rounds != rounds_) end_round(launch);
  rounds_ = rounds;
  before_ = snapshot();
  first_operation_ = std::min(first_operation_, kernel::now());
  observe::OperationResult& r = line_of(launch, operation);
  if (r.time.count() == 0) r.start = kernel::now();
}

void Collector::operation_ends(int launch, int operation) {
  const program::Operation& op = operation_of(launch, operation);
  const Snapshot after = snapshot();
  prove(op, *before_, after);
  add(line_of(launch, operation), op, rounds_of(launch, operation), *before_, after);
  last_operation_ = kernel::now();
  ++executed_;
  if (progress_) progress_({executed_, total_, kernel::now()});
}

void Collector::launch_ends(int launch) {
  end_round(launch);
  launches_[static_cast<std::size_t>(launch)].start = launch_start_;
  simulated_ += kernel::now() - launch_start_;
}

void Collector::add(observe::OperationResult& total, const program::Operation& operation, std::int64_t repeat,
                    const Snapshot& before, const Snapshot& after) const {
  total.time += (after.at - before.at) * repeat;
  total.read += Bytes(after.read - before.read) * repeat;
  total.written += Bytes(after.written - before.written) * repeat;
  total.dram_bytes = total.read + total.written;
  total.ring += (after.ring - before.ring) * repeat;
  total.partial_sum += (after.partial_sum - before.partial_sum) * repeat;
  total.lx += (after.lx - before.lx) * repeat;
  total.macs += operation.macs * repeat;
  total.elements += operation.elements * repeat;
  Time busiest{0};
  for (std::size_t i = 0; i < after.link_busy.size(); ++i) busiest = std::max(busiest, after.link_busy[i] - before.link_busy[i]);
  total.busiest_link += busiest * repeat;
  for (const int c : operation.cores) {
    const auto i = static_cast<std::size_t>(c);
    const kernel::Account pt = after.pt[i] - before.pt[i];
    const kernel::Account sfp = after.sfp[i] - before.sfp[i];
    const kernel::Account& compute = operation.compute == program::Engine::Pt ? pt : sfp;
    total.pt_busy += pt.busy * repeat;
    total.sfp_busy += sfp.busy * repeat;
    total.compute_busy += compute.busy * repeat;
    for (std::size_t r = 0; r < compute.stalls.size(); ++r) total.stalls[r] += compute.stalls[r] * repeat;
    ensure(compute.total() - compute.idle == after.at - before.at, operation.label + ": a compute unit's time does not add up");
  }
}

void Collector::prove(const program::Operation& operation, const Snapshot& before, const Snapshot& after) const {
  const Expected expected = expected_of(operation);
  const std::string& name = operation.label;
  const std::int64_t asked = after.asked_loads - before.asked_loads;
  prove_equal(asked, expected.loads, name, "bytes loaded differ from the program");
  prove_equal(asked, after.served_loads - before.served_loads, name, "bytes asked differ from bytes served");
  prove_equal(after.asked_stores - before.asked_stores, expected.stores, name, "bytes stored differ from the program");
  prove_equal(after.asked_stores - before.asked_stores, after.served_stores - before.served_stores, name, "stores asked differ from stores acknowledged");
  prove_equal(after.read - before.read, after.unicast - before.unicast + after.fetched - before.fetched, name, "memory read other bytes than were asked");
  prove_equal(after.written - before.written, after.asked_stores - before.asked_stores, name, "memory wrote other bytes than were stored");
  prove_equal(after.macs - before.macs, expected.macs, name, "multiply-accumulates differ from the program");
}

void Collector::prove_end() const {
  for (const kernel::Unit* u : chip_->context.units()) {
    ensure(u->account().total() == kernel::now(), u->path() + ": busy, stalls and idle do not add up to the elapsed time");
  }
  bool returned = chip_->memory.outstanding() == 0 && chip_->hmi.outstanding() == 0 && chip_->multicast.idle() && chip_->partial_sums.idle();
  for (const core::Core* c : chip_->cores) returned = returned && c->load.outstanding() == 0 && c->group_load.outstanding() == 0 && c->store.outstanding() == 0;
  ensure(returned, "a transfer is still open at the end of the run");
}

std::vector<observe::UnitResult> Collector::unit_results() const {
  std::vector<observe::UnitResult> units;
  for (const kernel::Unit* u : chip_->context.units()) {
    const kernel::Account a = u->account();
    units.push_back({u->path(), a.busy, a.idle, a.stalls, u->counters()});
  }
  return units;
}

observe::Result Collector::result() const {
  prove_end();
  observe::Result r;
  r.launches = launches_;
  r.units = unit_results();
  for (const observe::LaunchResult& l : launches_) r.kernel += l.time;
  r.elapsed = kernel::now();
  const Time first = std::min(first_operation_, chip_->host.first_transfer());
  r.device = std::max(last_operation_, chip_->host.last_transfer_end()) - first + (r.kernel - simulated_);
  r.host = r.elapsed - simulated_;
  r.notes = program_.notes;
  return r;
}

}  // namespace spyre::run
