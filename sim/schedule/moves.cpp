// Moves between scratchpads over the data ring: shuffles, data operations, implicit gathers of LX operands.
//
// Evidence: a relayout of 2.1 MB on eight cores takes 2.3 to 24.2 us depending on slice geometry alone, the cost per run
// dominating short runs; so every contiguous run pays a descriptor.
#include <algorithm>
#include <map>
#include <optional>

#include "sim/schedule/policies.hpp"

namespace spyre::schedule {
namespace {

using Interval = std::pair<std::int64_t, std::int64_t>;  // half open

std::int64_t slice_of(const plan::Operation& operation, const plan::Tensor& t, std::size_t core, std::size_t dim) {
  const auto& table = t.own_slice ? *t.own_slice : operation.slice;
  return table[core][dim];
}

// Global coordinates of the dimension that a core holds of the tensor.
Interval held(const plan::Operation& operation, const plan::Tensor& t, std::size_t core, std::size_t dim) {
  const plan::TensorDim& d = t.dims[dim];
  std::int64_t size = 1;
  for (const plan::Fold& f : d.elements) size *= f.factor;
  if (d.elements.empty()) size = operation.dims[dim].per_core;
  const std::int64_t first = d.core_factor > 1 ? slice_of(operation, t, core, dim) * d.core_alpha : 0;
  return {first, first + size};
}

std::int64_t overlap(const Interval& a, const Interval& b) {
  return std::max<std::int64_t>(0, std::min(a.second, b.second) - std::max(a.first, b.first));
}

// What `to` needs of what `from` holds: bytes, and contiguous runs in the source's layout.
std::optional<program::RingTransfer> transfer(const plan::Operation& operation, const plan::Tensor& source, std::size_t from,
                                              const plan::Tensor& destination, std::size_t to) {
  std::int64_t sticks = 1;
  std::int64_t run = 1;
  bool contiguous = true;
  for (const plan::LayoutLevel& level : source.layout) {
    const auto d = static_cast<std::size_t>(level.dim);
    if (source.dims[d].scale != 1) continue;
    const Interval has = held(operation, source, from, d);
    const std::int64_t common = overlap(has, held(operation, destination, to, d));
    if (common == 0) return std::nullopt;
    std::int64_t unit = 1;
    for (const plan::StickDim& s : source.sticks) {
      if (s.dim == level.dim) unit = s.elements;
    }
    sticks *= div_up(common, unit);
    if (contiguous) run *= div_up(common, unit);
    contiguous = contiguous && common == has.second - has.first;
  }
  return program::RingTransfer{static_cast<int>(from), sticks * plan::kStickBytes, std::max<std::int64_t>(1, sticks / run)};
}

bool same_holding(const plan::Operation& operation, const plan::Tensor& t, std::size_t a, std::size_t b) {
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    if (t.dims[d].scale == 1 && held(operation, t, a, d) != held(operation, t, b, d)) return false;
  }
  return true;
}

// Cores with distinct parts of the source: of those that hold the same, the first.
std::vector<std::size_t> owners(const plan::Operation& operation, const plan::Tensor& source) {
  std::vector<std::size_t> list;
  for (std::size_t c = 0; c < operation.cores.size(); ++c) {
    const bool copy = std::any_of(list.begin(), list.end(), [&](std::size_t o) { return same_holding(operation, source, o, c); });
    if (!copy) list.push_back(c);
  }
  return list;
}

program::Phase ring_phase(program::RingWork work) {
  program::Phase phase;
  program::Step step;
  step.kind = program::WorkKind::RingLoad;
  step.engine = program::Engine::Load;
  step.ring = std::move(work);
  phase.steps.push_back(std::move(step));
  return phase;
}

// Overlap of two pieces in bytes and runs of the source piece, whose layout is innermost first.
std::optional<program::RingTransfer> piece_overlap(const plan::DataOp& op, const plan::Piece& in, const plan::Piece& out) {
  std::int64_t sticks = 1;
  std::int64_t run = 1;
  bool contiguous = true;
  for (const std::string& dim : op.layout) {
    const auto at = [&](const std::map<std::string, std::int64_t>& m, std::int64_t otherwise) {
      const auto found = m.find(dim);
      return found == m.end() ? otherwise : found->second;
    };
    const Interval has{at(in.start, 0), at(in.start, 0) + at(in.size, 1)};
    const Interval wants{at(out.start, 0), at(out.start, 0) + at(out.size, 1)};
    const std::int64_t common = overlap(has, wants);
    if (common == 0) return std::nullopt;
    const std::int64_t units = div_up(common, std::max<std::int64_t>(1, at(op.stick_elements, 1)));
    sticks *= units;
    if (contiguous) run *= units;
    contiguous = contiguous && common == has.second - has.first;
  }
  return program::RingTransfer{0, sticks * plan::kStickBytes, std::max<std::int64_t>(1, sticks / run)};
}

std::map<int, int> core_indices(const plan::Operation& operation) {
  std::map<int, int> index;
  for (std::size_t i = 0; i < operation.cores.size(); ++i) index[operation.cores[i]] = static_cast<int>(i);
  return index;
}

void add_transfers(const plan::DataOp& op, const std::map<int, int>& index, program::RingWork& work) {
  const auto add = [&](int from, int to, program::RingTransfer t) {
    const auto source = index.find(from);
    const auto target = index.find(to);
    if (source == index.end() || target == index.end() || t.bytes == 0) return;
    t.source = source->second;
    work.per_core[static_cast<std::size_t>(target->second)].push_back(t);
  };
  for (const plan::Piece& out : op.output) {
    for (const plan::Piece& in : op.input) {
      if (const auto t = piece_overlap(op, in, out)) add(in.core, out.core, *t);
    }
  }
  for (const plan::RemapRange& r : op.ranges) add(r.source_core, r.destination_core, {0, r.bytes * r.count, r.count});
}

// Whether the data operation stands before the compute in the rows of the cores that list it.
bool before_compute(const plan::Operation& operation, int data_op) {
  for (const auto& rows : operation.schedule) {
    for (const plan::ScheduleRow& row : rows) {
      if (row.data_op == data_op) return true;
      if (row.compute >= 0) break;
    }
  }
  return false;
}

}  // namespace

std::vector<program::Phase> shuffle(const plan::Operation& operation, const Surroundings& around) {
  if (operation.inputs.empty() || operation.outputs.empty()) return {};
  const plan::Tensor& source = operation.tensors[static_cast<std::size_t>(operation.inputs.front())];
  const plan::Tensor& destination = operation.tensors[static_cast<std::size_t>(operation.outputs.front())];
  if (!source.in_lx() || !destination.in_lx()) return elementwise(operation, around);
  program::RingWork work;
  work.per_core.resize(operation.cores.size());
  work.tensor = operation.inputs.front();
  const std::vector<std::size_t> from = owners(operation, source);
  for (std::size_t to = 0; to < operation.cores.size(); ++to) {
    for (const std::size_t owner : from) {
      if (const auto t = transfer(operation, source, owner, destination, to)) work.per_core[to].push_back(*t);
    }
  }
  return {ring_phase(std::move(work))};
}

std::vector<program::Phase> data_operations(const plan::Operation& operation, bool before) {
  program::RingWork work;
  work.per_core.resize(operation.cores.size());
  const std::map<int, int> index = core_indices(operation);
  bool any = false;
  for (std::size_t d = 0; d < operation.data_ops.size(); ++d) {
    if (before_compute(operation, static_cast<int>(d)) != before) continue;
    add_transfers(operation.data_ops[d], index, work);
    any = true;
  }
  if (!any) return {};
  return {ring_phase(std::move(work))};
}

// The view is larger than what a core holds: the rest comes from the other cores, each an equal part.
std::vector<program::Phase> implicit_gathers(const plan::Operation& operation) {
  std::vector<program::Phase> phases;
  const auto cores = static_cast<std::int64_t>(operation.cores.size());
  for (const plan::TensorId id : operation.inputs) {
    const plan::Tensor& t = operation.tensors[static_cast<std::size_t>(id)];
    if (!t.in_lx() || !t.own_slice || operation.op == plan::OpCode::Shuffle) continue;
    program::RingWork work;
    work.tensor = id;
    work.per_core.resize(operation.cores.size());
    const std::int64_t part = round_up(div_up(t.core_bytes(), cores), plan::kStickBytes);
    for (int to = 0; to < static_cast<int>(cores); ++to) {
      for (int from = 0; from < static_cast<int>(cores); ++from) {
        if (from != to) work.per_core[static_cast<std::size_t>(to)].push_back({from, part, 1});
      }
    }
    phases.push_back(ring_phase(std::move(work)));
  }
  return phases;
}

}  // namespace spyre::schedule
