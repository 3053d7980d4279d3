// Is the order in which a sum is made the stated one?
#include "sim/execute/operations.hpp"
#include "tests/execute/case_values.hpp"
#include "tests/support/catch.hpp"

namespace spyre::execute {
namespace {

using plan::Format;

// Sum of `columns` fp32 values of one row over `cores` cores, into lane 0 of one stick.
plan::Plan row_sum(std::int64_t columns, int cores) {
  plan::Plan plan;
  plan.storages = {{"in", 1 << 20, columns * 4, false}, {"out", 1 << 21, 128, false}};
  plan::Operation op;
  op.op = plan::OpCode::Sum;
  op.format = Format::IeeeFp32;
  op.dims.resize(1);
  op.dims[0] = {"out", columns, columns / cores, cores, false, 0, 0, {}};
  plan::Tensor in;
  in.format = Format::IeeeFp32;
  in.storage = 0;
  in.sticks = {{0, 32}};
  in.layout = {{0, columns / 32, columns / 32 / cores, 128}};
  in.dims.resize(1);
  in.dims[0].scale = 1;
  plan::Tensor out = in;
  out.storage = 1;
  out.layout = {{0, 1, 1, 128}};
  out.dims[0].scale = -2;
  for (int core = 0; core < cores; ++core) {
    op.cores.push_back(core);
    op.slice.push_back({core});
    in.start.push_back((1 << 20) + core * (columns / cores) * 4);
    out.start.push_back(1 << 21);
  }
  op.tensors = {in, out};
  op.inputs = {0};
  op.outputs = {1};
  plan.launches.resize(1);
  plan.launches[0].operations = {op};
  return plan;
}

float run_sum(const plan::Plan& plan, const std::vector<float>& values) {
  Machine machine(plan, {});
  Region& in = machine.memory.storage(0);
  number::codec(Format::IeeeFp32, number::Rounding::NearestEven)
      .encode(values.data(), in.at(in.base()), values.size());
  in.define(in.base(), in.end() - in.base());
  const plan::Operation& op = plan.launches[0].operations[0];
  OperationRun run(machine, {0, 0, &op, {}}, walk_of(op, machine.rules));
  run_reduction(run);
  run.finish();
  CHECK(machine.findings.list().empty());
  float result = 0;
  const Region& out = machine.memory.storage(1);
  number::codec(Format::IeeeFp32, number::Rounding::NearestEven)
      .decode(out.at(out.base()), &result, 1);
  return result;
}

// Lanes add up their own elements, then combine in halves, then the cores in order of their slices.
float stated_sum(const std::vector<float>& values, std::size_t cores) {
  const std::size_t share = values.size() / cores;
  float total = 0;
  for (std::size_t core = 0; core < cores; ++core) {
    std::vector<float> lanes(32, 0.0F);
    for (std::size_t i = 0; i < share; ++i) lanes[i % 32] += values[core * share + i];
    for (std::size_t half = 16; half > 0; half /= 2)
      for (std::size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    total = core == 0 ? lanes[0] : total + lanes[0];
  }
  return total;
}

std::vector<float> awkward_values(std::size_t count) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(
        std::ldexp(1.0F + static_cast<float>(i % 7) / 8, static_cast<int>(i * 5 % 23) - 11));
  return values;
}

TEST_CASE("a sum over a stick dimension is made lane by lane, as a tree, and core by core",
          "[unit]") {
  const std::vector<float> values = awkward_values(256);
  CHECK(run_sum(row_sum(256, 1), values) == stated_sum(values, 1));
  CHECK(run_sum(row_sum(256, 4), values) == stated_sum(values, 4));
}

}  // namespace
}  // namespace spyre::execute
