#include "sim/schedule/nest.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace spyre::schedule {

std::vector<std::int64_t> Nest::extents() const {
  std::vector<std::int64_t> e;
  for (const Axis& a : axes) e.push_back(a.count);
  return e;
}

std::int64_t units_within(const Nest& nest, const Operand& operand, plan::DimId dim) {
  const auto d = static_cast<std::size_t>(dim);
  return std::max<std::int64_t>(1, nest.unit[d] / operand.unit[d]);
}

std::int64_t unit_stride(const Nest& nest, const Operand& operand, plan::DimId dim) {
  return operand.stride[static_cast<std::size_t>(dim)] * units_within(nest, operand, dim);
}

void lay_over(const Nest& nest, const Operand& operand, program::MemoryWork& work) {
  ensure(nest.axes.size() <= program::kMaxLoops, "an operation needs more loops than a phase holds");
  for (std::size_t l = 0; l < nest.axes.size(); ++l) {
    work.stride[l] = unit_stride(nest, operand, nest.axes[l].dim) * nest.axes[l].units;
  }
}

int moving_depth(const program::MemoryWork& work, int loops) {
  int depth = loops;
  while (depth > 0 && work.stride[static_cast<std::size_t>(depth - 1)] == 0) --depth;
  return depth;
}

std::uint32_t standing_loops(const program::MemoryWork& work, int depth) {
  std::uint32_t bits = 0;
  for (int l = 0; l < depth; ++l) {
    if (work.stride[static_cast<std::size_t>(l)] == 0) bits |= 1U << l;
  }
  return bits;
}

void add_level(program::Runs& runs, std::int64_t count, std::int64_t stride) {
  if (count <= 1) return;
  const bool single = runs.run_count() == 1;
  if (single && stride == runs.length) {
    runs.length *= count;
    return;
  }
  for (auto& level : runs.levels) {
    if (level.count > 1) continue;
    level = {count, stride};
    return;
  }
  ensure(false, "a step needs more run levels than it holds");
}

program::Runs in_pieces(const program::Runs& runs, std::int64_t length) {
  if (runs.length <= length || runs.length % length != 0 || runs.levels.back().count > 1) return runs;
  program::Runs pieces = runs;
  pieces.length = length;
  std::rotate(pieces.levels.begin(), pieces.levels.end() - 1, pieces.levels.end());
  pieces.levels.front() = {runs.length / length, length};
  return pieces;
}

std::int64_t chunk_of(std::int64_t n, std::int64_t limit) {
  if (n <= limit) return std::max<std::int64_t>(n, 1);
  for (std::int64_t c = limit; c * 2 > limit; --c) {
    if (n % c == 0) return c;
  }
  return limit;
}

}  // namespace spyre::schedule
