// Operations that move data without computing: identity with another dimension order, and the change of the stick
// dimension through device memory.
//
// Evidence: blocks of 32 input sticks times the dimensions folded into the output's innermost reproduce the address
// streams of concatenations and outer transposes; how fast scattered sticks are written depends on how many of them all
// cores together put side by side, however they are divided;
// restickify works on 64 x 64 blocks with the written side contiguous (timing study of streams).
#include <algorithm>

#include "sim/schedule/classify.hpp"
#include "sim/schedule/policies.hpp"
#include "sim/schedule/streaming.hpp"

namespace spyre::schedule {
namespace {

struct Permutation {
  Operand from, to;
  std::vector<std::int64_t> units;  // per core, sticks for stick dimensions
  plan::DimId inner = -1;           // contiguous in the input
  std::vector<plan::DimId> folded, rest;
};

std::vector<std::int64_t> units_of(const plan::Operation& operation, const Operand& from, const Operand& to) {
  std::vector<std::int64_t> units;
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    const bool used = from.stride[d] != 0 || to.stride[d] != 0;
    const std::int64_t unit = std::max(from.unit[d], to.unit[d]);
    units.push_back(used ? std::max<std::int64_t>(1, div_up(operation.dims[d].per_core, unit)) : 1);
  }
  return units;
}

Permutation permutation_of(const plan::Operation& operation, std::int64_t stick) {
  const std::vector<Operand> list = operands(operation);
  Permutation p{list.front(), list.back(), {}, -1, {}, {}};
  p.units = units_of(operation, p.from, p.to);
  const auto n = static_cast<plan::DimId>(operation.dims.size());
  for (plan::DimId d = 0; d < n; ++d) {
    const auto i = static_cast<std::size_t>(d);
    if (p.units[i] > 1 && p.from.stride[i] == stick && p.inner < 0) p.inner = d;
  }
  for (plan::DimId d = 0; d < n && p.inner < 0; ++d) {
    if (p.units[static_cast<std::size_t>(d)] > 1) p.inner = d;
  }
  for (plan::DimId d = 0; d < n; ++d) {
    const auto i = static_cast<std::size_t>(d);
    if (d == p.inner || p.units[i] <= 1) continue;
    const bool fold = p.from.stride[i] == 0 || p.to.stride[i] == stick;
    (fold && p.folded.empty() ? p.folded : p.rest).push_back(d);
  }
  std::stable_sort(p.rest.begin(), p.rest.end(), [&](plan::DimId a, plan::DimId b) {
    return p.from.stride[static_cast<std::size_t>(a)] > p.from.stride[static_cast<std::size_t>(b)];
  });
  return p;
}

std::int64_t divisor_at_most(std::int64_t n, std::int64_t limit) {
  std::int64_t c = std::min(n, limit);
  while (n % c != 0) --c;
  return c;
}

// Bytes that lie side by side in the output before the next step along the input's contiguous dimension, of all cores.
std::int64_t width_at_one_place(const plan::Operation& operation, const Operand& to, std::int64_t stick) {
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    if (to.stride[d] == stick) return stick * div_up(operation.dims[d].extent, to.unit[d]);
  }
  return stick;
}

program::Runs runs_of(std::int64_t stick, std::int64_t inner_count, std::int64_t inner_stride, std::int64_t fold_count, std::int64_t fold_stride) {
  program::Runs runs;
  runs.length = stick;
  const bool fold_first = fold_stride == stick && inner_stride != stick;
  if (fold_first) add_level(runs, fold_count, fold_stride);
  if (inner_stride != 0) add_level(runs, inner_count, inner_stride);
  if (!fold_first && fold_stride != 0) add_level(runs, fold_count, fold_stride);
  return runs;
}

}  // namespace

std::vector<program::Phase> permute(const plan::Operation& operation, const Surroundings& around) {
  const std::int64_t stick = around.params.chip.stick.count();
  const Permutation p = permutation_of(operation, stick);
  if (p.inner < 0) return elementwise(operation, around);
  const auto inner = static_cast<std::size_t>(p.inner);
  const std::int64_t fold_count = p.folded.empty() ? 1 : p.units[static_cast<std::size_t>(p.folded.front())];
  const auto fold_stride = [&](const Operand& o) { return p.folded.empty() ? 0 : o.stride[static_cast<std::size_t>(p.folded.front())]; };
  const std::int64_t chunk = divisor_at_most(p.units[inner], around.params.schedule.chunk_sticks);
  Nest nest;
  nest.unit.assign(operation.dims.size(), 1);
  for (std::size_t d = 0; d < nest.unit.size(); ++d) nest.unit[d] = std::max(p.from.unit[d], p.to.unit[d]);
  for (const plan::DimId d : p.rest) nest.axes.push_back({d, p.units[static_cast<std::size_t>(d)], 1});
  nest.axes.push_back({p.inner, p.units[inner] / chunk, chunk});
  const program::Runs read = runs_of(stick, chunk, p.from.stride[inner], fold_count, fold_stride(p.from));
  const program::Runs write = runs_of(stick, chunk, p.to.stride[inner], fold_count, fold_stride(p.to));
  Streaming phase(around.params, operation, nest);
  phase.load(p.from, read, read, -1);
  phase.store(p.to, write, write, -1, p.to.stride[inner] == stick ? 0 : width_at_one_place(operation, p.to, stick));
  const std::int64_t elements = chunk * fold_count * stick * 8 / plan::element_bits(p.from.tensor->format);
  phase.vector(vector_kind(operation), elements, elements, -1, Time{0});
  return {phase.finish(around.scratch_free)};
}

std::vector<program::Phase> restickify(const plan::Operation& operation, const Surroundings& around) {
  const std::int64_t stick = around.params.chip.stick.count();
  const std::vector<Operand> list = operands(operation);
  const Operand& from = list.front();
  const Operand& to = list.back();
  const auto read_dim = static_cast<std::size_t>(from.stick_dim());
  const auto write_dim = static_cast<std::size_t>(to.stick_dim());
  if (read_dim == write_dim) return elementwise(operation, around);
  const std::int64_t block = from.unit[read_dim];
  Nest nest;
  nest.unit.assign(operation.dims.size(), 1);
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    if (d == read_dim || d == write_dim || (from.stride[d] == 0 && to.stride[d] == 0)) continue;
    if (operation.dims[d].per_core > 1) nest.axes.push_back({static_cast<plan::DimId>(d), operation.dims[d].per_core, 1});
  }
  nest.unit[read_dim] = nest.unit[write_dim] = block;
  nest.axes.push_back({static_cast<plan::DimId>(write_dim), div_up(operation.dims[write_dim].per_core, block), 1});
  nest.axes.push_back({static_cast<plan::DimId>(read_dim), div_up(operation.dims[read_dim].per_core, block), 1});
  const auto side = [&](const Operand& o, std::size_t other) {
    program::Runs runs;
    runs.length = stick;
    add_level(runs, std::min(block, operation.dims[other].per_core), o.stride[other]);
    return runs;
  };
  Streaming phase(around.params, operation, nest);
  const program::Runs read = side(from, write_dim);
  const program::Runs write = side(to, read_dim);
  if (from.in_memory()) phase.load(from, read, read, -1);
  if (to.in_memory()) phase.store(to, write, write, -1);
  phase.vector(program::VectorKind::Move, block * block, block * block, -1, Time{0});
  return {phase.finish(around.scratch_free)};
}

}  // namespace spyre::schedule
