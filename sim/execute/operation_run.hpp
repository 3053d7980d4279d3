// One run of one operation: where its operands lie on every core, what may overlap, and what to
// report.
#pragma once

#include "sim/execute/access.hpp"
#include "sim/execute/findings.hpp"
#include "sim/execute/grid.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/npy.hpp"
#include "sim/number/rounding.hpp"
#include "sim/plan/plan.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace spyre::execute {

// An operation of the plan at one turn of the loops around it.
struct Site {
  int launch = 0, operation = 0;
  const plan::Operation* op = nullptr;
  std::vector<std::int64_t> trips;  // of the loops around it, outermost first
};

// What one event was: the operation, and where its result lies on its first core.
struct EventRecord {
  int launch = 0, operation = 0;
  std::string op, tensor;
  std::int64_t first = 0, last = 0;
};

// A result that somebody asked for, by the name they gave it.
struct Capture {
  std::string name;
  HostArray array;
};

// The card while a plan runs on it.
struct Machine {
  Machine(const plan::Plan& the_plan, const number::Rules& the_rules, Lender lender = {})
      : plan(the_plan), rules(the_rules), memory(the_plan.storages, std::move(lender)) {}

  const plan::Plan& plan;
  number::Rules rules;
  Memory memory;
  Findings findings;
  Event event = 0;
  std::map<Event, EventRecord> events;
  std::map<std::pair<int, int>, Capture> captures;  // by launch and operation
  bool left_allocations = false;  // some operation reached outside its tensor's allocation
};

// How the operation walks its operands: local coordinates, and the digits of every tensor.
struct Walk {
  std::vector<Range> ranges;
  std::vector<OperandDigits> digits;
  std::vector<std::vector<Range>>
      own_ranges;  // per tensor, where tensors hold shares of different sizes
};
Walk plain_walk(const plan::Operation& operation);

class OperationRun {
 public:
  OperationRun(Machine& machine, const Site& site, Walk walk);

  [[nodiscard]] const plan::Operation& op() const { return *site_.op; }
  [[nodiscard]] const plan::Tensor& tensor(plan::TensorId id) const;
  [[nodiscard]] const plan::Tensor& output() const { return tensor(op().outputs.front()); }
  [[nodiscard]] const number::Rules& rules() const { return machine_.rules; }
  [[nodiscard]] const Walk& walk() const { return walk_; }
  [[nodiscard]] Memory& memory() { return machine_.memory; }
  // Cores (indices into Operation::cores) that have work of their own: one of several with the same
  // slice, unless each keeps its result in its own scratchpad.
  [[nodiscard]] const std::vector<std::size_t>& cores() const { return cores_; }

  // The rectangles of a core's share for some of the tensors.
  [[nodiscard]] std::vector<Box> boxes(const std::vector<plan::TensorId>& tensors) const;
  [[nodiscard]] Access access(plan::TensorId id, std::size_t core);
  [[nodiscard]] std::int64_t start(plan::TensorId id, std::size_t core) const;
  // The argument that a tensor lies in, null for pools and scratchpads.
  [[nodiscard]] const plan::Argument* argument(plan::TensorId id) const;
  // Global coordinate of the first element of a core's share.
  [[nodiscard]] std::int64_t first_coordinate(plan::DimId dim, std::size_t core) const;

  [[nodiscard]] check::Finding finding(const char* id, check::Severity severity,
                                       plan::TensorId tensor, std::string message) const;
  void report(check::Finding finding, std::size_t core, std::int64_t elements = 0,
              const std::string& first = {});

  // Takes over what was written beside the allocations' pictures, and reports elements written
  // twice.
  void finish();

 private:
  [[nodiscard]] bool is_output(plan::TensorId id) const;
  [[nodiscard]] bool is_in_place(plan::TensorId input) const;
  [[nodiscard]] bool touches_output(plan::TensorId input) const;
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> touched(plan::TensorId id,
                                                              std::size_t core) const;
  void choose_cores();
  void measure();
  void picture_inputs();
  void check_extent(plan::TensorId id, std::size_t core);
  void check_producers(plan::TensorId id, std::size_t core);
  void judge_producers(plan::TensorId id, std::size_t core, Event oldest, Event newest);
  void record();
  Region& region(plan::TensorId id, std::size_t core);

  Machine& machine_;
  Site site_;
  Walk walk_;
  std::vector<Span> spans_;  // per tensor, from the core's start
  std::vector<std::size_t> cores_;
  std::map<std::pair<plan::TensorId, std::size_t>, std::unique_ptr<Region>> pictures_;
  std::map<plan::TensorId, std::int64_t> twice_;
};

}  // namespace spyre::execute
