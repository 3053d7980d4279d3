// A launch executed: its operations in order, loops as often as they turn, each operation a barrier
// of all cores.
#include "sim/execute/launch_run.hpp"

#include "models/base/error.hpp"
#include "sim/execute/capture.hpp"
#include "sim/execute/operands.hpp"
#include "sim/execute/operations.hpp"

#include <algorithm>
#include <set>

namespace spyre::execute {
namespace {

using plan::OpCode;
using plan::Operation;

void compute(OperationRun& run) {
  const Operation& op = run.op();
  if (is_indirect(op)) return run_indirect(run);
  switch (op.op) {
    case OpCode::Shuffle: return run_shuffle(run);
    case OpCode::BatchMatmul:
    case OpCode::BatchMatmulFp8:
    case OpCode::Conv2d: return run_contraction(run);
    case OpCode::TopkValue:
    case OpCode::TopkIndex: return run_topk(run);
    case OpCode::DepthwiseConv2d:
    case OpCode::AvgPoolFwd: return run_reduction(run);
    default: break;
  }
  if (is_copy(op)) return run_copy(run);
  if (plan::is_reduction(op.op)) return run_reduction(run);
  run_elementwise(run);
}

// Data operations that some core lists before its compute row, and those after it. One in the same
// row loads what the computation reads, so it goes first.
struct DataOrder {
  std::set<int> before, after;
};

DataOrder data_order(const Operation& operation) {
  DataOrder order;
  for (const auto& rows : operation.schedule) {
    bool computed = false;
    for (const plan::ScheduleRow& row : rows) {
      if (row.data_op >= 0) (computed ? order.after : order.before).insert(row.data_op);
      computed = computed || row.compute >= 0;
    }
  }
  for (const int op : order.before) order.after.erase(op);
  return order;
}

class LaunchRun {
 public:
  LaunchRun(Machine& machine, int index)
      : machine_(machine),
        index_(index),
        launch_(machine.plan.launches[static_cast<std::size_t>(index)]) {}

  void run() {
    forget_pools();
    range(0, static_cast<int>(launch_.operations.size()), -1);
  }

 private:
  void forget_pools() {
    for (const Operation& operation : launch_.operations) {
      for (const plan::Tensor& tensor : operation.tensors) {
        if (tensor.in_lx() || tensor.storage < 0) continue;
        if (!machine_.plan.storages[static_cast<std::size_t>(tensor.storage)].pool) continue;
        if (forgotten_.insert(tensor.storage).second)
          machine_.memory.storage(tensor.storage).forget();
      }
    }
  }

  // The loop directly inside `parent` that covers an operation, −1 when none does.
  [[nodiscard]] int loop_at(int operation, int parent) const {
    int loop = launch_.operations[static_cast<std::size_t>(operation)].loop;
    while (loop >= 0 && launch_.loops[static_cast<std::size_t>(loop)].parent != parent)
      loop = launch_.loops[static_cast<std::size_t>(loop)].parent;
    return loop;
  }

  void range(int first, int last, int parent) {
    for (int i = first; i < last;) {
      const int loop = loop_at(i, parent);
      if (loop < 0) {
        operation(i++);
        continue;
      }
      const plan::Loop& body = launch_.loops[static_cast<std::size_t>(loop)];
      trips_.push_back(0);
      for (; trips_.back() < body.trips; ++trips_.back()) range(body.first, body.last, loop);
      trips_.pop_back();
      i = body.last;
    }
  }

  void operation(int index) {
    const Operation& op = launch_.operations[static_cast<std::size_t>(index)];
    const DataOrder order = data_order(op);
    for (const int data : order.before) data_operation(op, data);
    if (!op.data_only) {
      check_operands(op);
      const Site site{index_, index, &op, trips_};
      OperationRun run(machine_, site, walk_of(op, machine_.rules));
      compute(run);
      run.finish();
      keep_result(machine_, run, site);
    }
    for (const int data : order.after) data_operation(op, data);
  }

  void data_operation(const Operation& op, int data) {
    if (data < static_cast<int>(op.data_ops.size()))
      run_data_operation(machine_, op.data_ops[static_cast<std::size_t>(data)]);
  }

  Machine& machine_;
  int index_;
  const plan::Launch& launch_;
  std::vector<std::int64_t> trips_;
  std::set<plan::StorageId> forgotten_;
};

}  // namespace

void run_launch(Machine& machine, int launch) { LaunchRun(machine, launch).run(); }

}  // namespace spyre::execute
