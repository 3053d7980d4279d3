// The right unit and the right operands (OP-04, OP-05), declared corelets (FMT-07).
#include <algorithm>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

using plan::OpCode;

// Depthwise convolution has no sum over channels and runs like a reduction.
plan::ExecutionUnit unit_for(OpCode op) {
  const bool array =
      plan::is_matmul(op) || (plan::is_convolution(op) && op != OpCode::DepthwiseConv2d);
  return array ? plan::ExecutionUnit::Pt : plan::ExecutionUnit::Sfp;
}

std::string unit_name(plan::ExecutionUnit unit) {
  return unit == plan::ExecutionUnit::Pt ? "pt" : "sfp";
}

struct Arity {
  std::size_t low = 1, high = 1;
};

// Operations whose results do not depend on the order of many operands.
bool is_chained(OpCode op) {
  return op == OpCode::Add || op == OpCode::Mul || op == OpCode::Maximum || op == OpCode::Minimum;
}

bool is_binary(OpCode op) {
  return (op >= OpCode::Add && op <= OpCode::LesserEqual) || op == OpCode::RevSub;
}

// Accumulators and index tensors are not counted.
Arity inputs_of(OpCode op) {
  if (is_chained(op)) return {2, 7};
  if (plan::is_matmul(op) || is_binary(op)) return {2, 2};
  if (plan::is_convolution(op)) return {2, 3};
  if (op == OpCode::Where3) return {3, 3};
  if (op == OpCode::LayerNormNorm) return {3, 5};
  const bool other = op == OpCode::Fnms || op == OpCode::BiasAdd || op == OpCode::BatchNormFwd ||
                     op == OpCode::MaskByIndex;
  return other ? Arity{1, 7} : Arity{1, 1};
}

void check_unit(const Site& site) {
  const plan::ExecutionUnit expected = unit_for(site.op.op);
  if (site.op.unit == expected) return;
  site.report("OP-04", Severity::Error,
              {.message = fmt::format("{} is given to {}, it runs on {}", plan::name(site.op.op),
                                      unit_name(site.op.unit), unit_name(expected)),
               .cores = site.cores(),
               .found = unit_name(site.op.unit),
               .expected = unit_name(expected)});
}

void check_operands(const Site& site) {
  const Arity arity = inputs_of(site.op.op);
  const std::size_t inputs = site.op.inputs.size(), outputs = site.op.outputs.size();
  if (inputs >= arity.low && inputs <= arity.high && outputs == 1) return;
  const std::string expected = arity.low == arity.high
                                   ? fmt::format("{}", arity.low)
                                   : fmt::format("{} to {}", arity.low, arity.high);
  site.report(
      "OP-05", Severity::Error,
      {.message = fmt::format("{} has {} and {}, it takes {} and 1 output", plan::name(site.op.op),
                              counted(static_cast<std::int64_t>(inputs), "input"),
                              counted(static_cast<std::int64_t>(outputs), "output"), expected),
       .cores = site.cores(),
       .found = fmt::format("{} and {}", inputs, outputs),
       .expected = expected + " and 1"});
}

void check_corelets(const Site& site) {
  const int declared = site.op.corelets_declared;
  if (declared == 1 || declared == 2) return;
  site.report("FMT-07", Severity::Error,
              {.message = fmt::format("{} corelets are declared, a core has 2", declared),
               .cores = site.cores(),
               .found = fmt::format("{}", declared),
               .expected = "1 or 2"});
}

}  // namespace

void check_operation(const Site& site) {
  if (site.op.data_only) return;
  check_unit(site);
  check_operands(site);
  check_corelets(site);
}

}  // namespace spyre::check
