// What a rule sees - the plan, the card, one operation - and how it reports.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/params/params.hpp"
#include "sim/check/check.hpp"
#include "sim/check/collector.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::check {

// What is wrong. "{cores}" in the message stands for the cores.
struct Fault {
  std::string message{};
  const plan::Tensor* tensor = nullptr;
  std::vector<int> cores{};  // physical core numbers
  std::string found{}, expected{}, elements{};
};

struct Context {
  const plan::Plan& plan;
  const params::ChipParams& chip;
  Mode mode;
  Collector& collector;

  // About the plan as a whole, or about one launch.
  void report(std::string_view id, Severity severity, Fault fault) const;
  void report(std::string_view id, Severity severity, int launch, Fault fault) const;
};

// One operation of one launch.
struct Site {
  const Context& context;
  int launch_index, op_index;
  const plan::Launch& launch;
  const plan::Operation& op;

  void report(std::string_view id, Severity severity, Fault fault) const;
  // Physical numbers of all cores, or of some entries of Operation::cores.
  [[nodiscard]] std::vector<int> cores() const { return op.cores; }
  [[nodiscard]] std::vector<int> cores(const std::vector<int>& entries) const;
  [[nodiscard]] int core(std::size_t entry) const { return op.cores[entry]; }
};

}  // namespace spyre::check
