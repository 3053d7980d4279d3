#include "sim/schedule/schedule.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/schedule/classify.hpp"
#include "sim/schedule/history.hpp"
#include "sim/schedule/operand.hpp"
#include "sim/schedule/policies.hpp"

namespace spyre::schedule {
namespace {

std::vector<program::Phase> compute_phases(const plan::Operation& operation, const Surroundings& around) {
  switch (policy_of(operation)) {
    case Policy::Elementwise: return elementwise(operation, around);
    case Policy::Reduction: return reduction(operation, around);
    case Policy::Permute: return permute(operation, around);
    case Policy::Restickify: return restickify(operation, around);
    case Policy::Matmul: return matmul(operation, around);
    case Policy::Gather: return gather(operation, around);
    case Policy::Shuffle: return shuffle(operation, around);
    case Policy::Whole: return whole(operation, around);
  }
  return {};
}

// End of the highest tensor the launch keeps in LX: the scratchpad below it is not the schedule's.
std::int64_t resident_bytes(const plan::Launch& launch) {
  std::int64_t end = 0;
  for (const plan::Operation& operation : launch.operations) {
    for (const plan::Tensor& t : operation.tensors) {
      if (!t.in_lx() || t.start.empty() || t.own_slice) continue;
      end = std::max(end, t.start.front() + t.allocated_bytes());
    }
  }
  return end;
}

class LaunchBuilder {
 public:
  LaunchBuilder(const plan::Launch& launch, const params::ChipParams& params, History& history, std::vector<std::string>& notes)
      : launch_(launch), params_(params), history_(history), notes_(notes) {
    const std::int64_t usable = (params.lx.capacity - params.lx.reserved).count();
    resident_ = std::min(resident_bytes(launch), usable);
    scratch_free_ = usable - resident_;
  }

  program::Launch build() {
    history_.begin_launch();
    program::Launch l;
    l.name = launch_.name;
    l.repeat = launch_.repeat;
    l.resident_bytes = resident_;
    l.host_before = launch_.host.before;
    l.h2d = launch_.host.h2d;
    l.d2h = launch_.host.d2h;
    l.correction = launch_.needs_correction;
    add_round(l);
    if (chained(launch_)) {
      for (program::Operation& o : l.operations) o.rounds = 1;
      history_.begin_later_rounds();
      add_round(l);
    }
    return l;
  }

 private:
  // One round of the launch's repeats; a second stands for all after the first.
  void add_round(program::Launch& l) {
    const int first = static_cast<int>(l.operations.size());
    const int outer = static_cast<int>(l.loops.size());
    for (const plan::Loop& loop : launch_.loops) {
      l.loops.push_back({loop.parent < 0 ? -1 : loop.parent + outer, loop.first + first, loop.last + first, loop.trips});
    }
    for (std::size_t o = 0; o < launch_.operations.size(); ++o) {
      l.operations.push_back(operation(static_cast<int>(o)));
      if (first > 0) l.operations.back().rounds = launch_.repeat - 1;
    }
  }

  program::Operation operation(int index) {
    const plan::Operation& op = launch_.operations[static_cast<std::size_t>(index)];
    program::Operation result;
    result.plan_operation = index;
    result.label = std::string(plan::name(op.op));
    result.cores = op.cores;
    const Blocks blocks = direction_blocks(op, params_.schedule, on_one_port(op), history_.continues_in_lx(op));
    result.in_step_block = blocks.in_step;
    result.direction_block = blocks.lasting;
    if (plan::is_matmul(op.op)) {
      result.kind = program::OperationKind::Matmul;
      result.write_rate = params_.hmi.write_drain;
    }
    for (const int loop : launch_.loop_chain(index)) result.loop_trips.push_back(launch_.loops[static_cast<std::size_t>(loop)].trips);
    result.elements = op.unit == plan::ExecutionUnit::Pt ? output_elements(op) : card_elements(op);
    result.phases = phases(op);
    count_work(result);
    history_.add(op);
    return result;
  }

  [[nodiscard]] bool on_one_port(const plan::Operation& op) const {
    const auto [lowest, highest] = std::minmax_element(op.cores.begin(), op.cores.end());
    return params::port_of(params_, *lowest) == params::port_of(params_, *highest);
  }

  std::vector<program::Phase> phases(const plan::Operation& op) {
    std::vector<program::Phase> all = data_operations(op, true);
    const auto append = [&all](std::vector<program::Phase> more) {
      for (program::Phase& p : more) all.push_back(std::move(p));
    };
    append(implicit_gathers(op));
    if (!op.data_only) append(compute_phases(op, {params_, scratch_free_, kept(op), on_one_port(op), history_.rereads(op), &notes_}));
    append(data_operations(op, false));
    return all;
  }

  std::vector<std::int64_t> kept(const plan::Operation& op) const {
    std::vector<std::int64_t> shares;
    const std::int64_t staging = params::staging_bytes(params_).count();
    for (const plan::Tensor& t : op.tensors) {
      const bool stays = params_.schedule.keep_read_tiles && t.role == plan::Role::Input && history_.just_read(op, t);
      shares.push_back(stays ? std::min<std::int64_t>(1000, staging * 1000 / std::max<std::int64_t>(1, t.core_bytes())) : 0);
    }
    if (shares.empty()) shares.push_back(0);
    return shares;
  }

  static void count_work(program::Operation& operation) {
    const auto cores = static_cast<std::int64_t>(operation.cores.size());
    for (const program::Phase& phase : operation.phases) {
      for (const program::Step& step : phase.steps) {
        operation.macs += phase.totals(step).macs * cores;
        if (step.engine == program::Engine::Pt) operation.compute = program::Engine::Pt;
      }
    }
  }

  const plan::Launch& launch_;
  const params::ChipParams& params_;
  History& history_;
  std::vector<std::string>& notes_;
  std::int64_t resident_ = 0, scratch_free_ = 0;
};

}  // namespace

program::Program make_program(const plan::Plan& plan, const params::ChipParams& params) {
  program::Program program;
  program.cores = plan.cores_used();
  if (program.cores > params.chip.cores) {
    throw Error(ErrorKind::Plan, plan.name, "SPN-04: the plan uses core " + std::to_string(program.cores - 1),
                "cores below " + std::to_string(params.chip.cores));
  }
  History history;
  for (const plan::Launch& launch : plan.launches) {
    program.launches.push_back(LaunchBuilder(launch, params, history, program.notes).build());
  }
  return program;
}

}  // namespace spyre::schedule
