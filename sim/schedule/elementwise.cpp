// Element-wise operations and reductions. Chunks of 32 sticks along the dimension that is contiguous in memory; maps walk
// stick columns outside and rows inside, reductions rows outside and columns inside.
//
// Evidence: bursts of 32 rows in this order reproduce how many DRAM row sets are in use and with it the rates of reads by
// row count (timing study of streams); an operand broadcast along rows is loaded during the first column and kept.
#include <algorithm>

#include "sim/schedule/classify.hpp"
#include "sim/schedule/policies.hpp"
#include "sim/schedule/streaming.hpp"

namespace spyre::schedule {
namespace {

struct Walk {
  std::vector<Operand> list;
  const Operand* reference = nullptr;  // the operand whose layout orders the loops
  std::vector<std::int64_t> unit;      // elements per unit of each dimension
  std::vector<std::int64_t> units;     // per core
  plan::DimId chunked = 0;
};

std::int64_t extent_units(const plan::Operation& operation, std::size_t dim, std::int64_t unit) {
  return std::max<std::int64_t>(1, div_up(operation.dims[dim].per_core, unit));
}

bool spans_everything(const Operand& o, const Walk& walk) {
  for (std::size_t d = 0; d < walk.units.size(); ++d) {
    if (walk.units[d] > 1 && o.stride[d] == 0) return false;
  }
  return true;
}

const Operand& reference_of(const Walk& walk, bool reducing) {
  if (reducing) return walk.list.front();
  const auto full = std::find_if(walk.list.begin(), walk.list.end(), [&](const Operand& o) { return spans_everything(o, walk); });
  return full != walk.list.end() ? *full : walk.list.back();
}

// Dimensions some tensor has, innermost of the reference first.
std::vector<plan::DimId> inner_to_outer(const Walk& walk) {
  std::vector<plan::DimId> order;
  for (std::size_t d = 0; d < walk.units.size(); ++d) {
    const bool used = std::any_of(walk.list.begin(), walk.list.end(), [d](const Operand& o) { return o.stride[d] != 0; });
    if (used) order.push_back(static_cast<plan::DimId>(d));
  }
  const auto key = [&](plan::DimId d) {
    const std::int64_t stride = walk.reference->stride[static_cast<std::size_t>(d)];
    return stride == 0 ? INT64_MAX : stride;
  };
  std::stable_sort(order.begin(), order.end(), [&](plan::DimId a, plan::DimId b) { return key(a) < key(b); });
  return order;
}

plan::DimId contiguous_dim(const Walk& walk, const std::vector<plan::DimId>& order, std::int64_t stick) {
  for (const plan::DimId d : order) {
    const auto i = static_cast<std::size_t>(d);
    if (walk.reference->stride[i] == stick && walk.units[i] > 1) return d;
  }
  return order.empty() ? 0 : order.front();
}

Walk walk_of(const plan::Operation& operation, bool reducing) {
  Walk w;
  w.list = operands(operation);
  w.unit.assign(operation.dims.size(), 1);
  for (const Operand& o : w.list) {
    for (std::size_t d = 0; d < w.unit.size(); ++d) w.unit[d] = std::max(w.unit[d], o.unit[d]);
  }
  for (std::size_t d = 0; d < w.unit.size(); ++d) w.units.push_back(extent_units(operation, d, w.unit[d]));
  w.reference = &reference_of(w, reducing);
  return w;
}

// Runs of `count` units of the chunked dimension for one operand; along the others one unit each.
program::Runs chunk_runs(const Nest& nest, const Operand& o, plan::DimId chunked, std::int64_t count, std::int64_t stick) {
  program::Runs runs;
  runs.length = stick;
  for (std::size_t d = 0; d < nest.unit.size(); ++d) {
    const auto dim = static_cast<plan::DimId>(d);
    const std::int64_t within = o.stride[d] == 0 ? 1 : units_within(nest, o, dim);
    if (dim == chunked && o.stride[d] != 0) {
      add_level(runs, count * within, o.stride[d]);
    } else {
      add_level(runs, within, o.stride[d]);
    }
  }
  return runs;
}

struct Chunks {
  std::int64_t whole = 1, tail = 0, count = 1;  // units per chunk, of the last, number
};

Chunks chunks_of(std::int64_t units, std::int64_t limit) {
  Chunks c;
  c.whole = chunk_of(units, limit);
  c.count = div_up(units, c.whole);
  c.tail = units - (c.count - 1) * c.whole;
  return c;
}

Nest nest_of(const Walk& walk, const std::vector<plan::DimId>& order, const Chunks& chunks, bool reducing) {
  Nest nest;
  nest.unit = walk.unit;
  const Axis inner{walk.chunked, chunks.count, chunks.whole};
  if (reducing) nest.axes.push_back(inner);
  for (auto d = order.rbegin(); d != order.rend(); ++d) {
    if (*d != walk.chunked && walk.units[static_cast<std::size_t>(*d)] > 1) nest.axes.push_back({*d, walk.units[static_cast<std::size_t>(*d)], 1});
  }
  if (!reducing) nest.axes.push_back(inner);
  return nest;
}

std::int64_t elements_per_unit_block(const Walk& walk) {
  std::int64_t n = 1;
  for (const std::int64_t u : walk.unit) n *= u;
  return n;
}

// Far columns: a reduction whose consecutive columns lie a megabyte or more apart pays per chunk (measured on one core).
Time far_extra(const Walk& walk, const Nest& nest, const params::Schedule& schedule, bool reducing) {
  if (!reducing || nest.axes.empty() || !walk.reference->in_memory()) return Time{0};
  const std::int64_t step = unit_stride(nest, *walk.reference, nest.axes.back().dim) * nest.axes.back().units;
  return step >= schedule.far_stride.count() ? schedule.far_column : Time{0};
}

// Iterations [first, first + count) of the outermost loop.
struct Part {
  std::int64_t first = 0, count = 0;
  bool read_kept = true;  // what earlier code left in staging is read all the same
  bool fetch_columns = false;  // column operands are fetched again in every round
};

// Stands still from stick column to stick column: one element per row.
bool column_operand(const Operand& o, const Nest& nest) {
  return !o.output && o.in_memory() && unit_stride(nest, o, nest.axes.front().dim) == 0 && unit_stride(nest, o, nest.axes.back().dim) != 0;
}

// Nothing but the result has the extent of the operation, and there is something to fetch again.
bool outer_product(const Walk& walk, const Nest& nest) {
  return walk.reference->output && std::any_of(walk.list.begin(), walk.list.end(), [&](const Operand& o) { return column_operand(o, nest); });
}

program::Phase phase_of(const plan::Operation& operation, const Surroundings& around, const Walk& walk, Nest nest,
                        const Chunks& chunks, bool reducing, const Part& part) {
  const std::int64_t stick = around.params.chip.stick.count();
  const bool last = part.first + part.count == nest.axes.front().count;
  nest.axes.front().count = part.count;
  const int chunk_loop = reducing ? 0 : static_cast<int>(nest.axes.size()) - 1;
  const bool tail_here = chunks.tail != chunks.whole && (chunk_loop > 0 || last);
  const int tail_loop = tail_here ? chunk_loop : -1;
  Streaming phase(around.params, operation, nest, part.first);
  for (const Operand& o : walk.list) {
    if (!o.in_memory()) continue;
    const program::Runs runs = chunk_runs(nest, o, walk.chunked, chunks.whole, stick);
    const program::Runs tail = chunk_runs(nest, o, walk.chunked, chunks.tail, stick);
    if (o.output) {
      phase.store(o, runs, tail, tail_loop);
    } else if (part.fetch_columns && column_operand(o, nest)) {
      phase.load_sticks(o, runs, tail, tail_loop);
    } else if (part.read_kept || around.kept_permille[static_cast<std::size_t>(o.id)] == 0) {
      phase.load(o, runs, tail, tail_loop);
    }
  }
  const std::int64_t block = elements_per_unit_block(walk);
  phase.vector(vector_kind(operation), chunks.whole * block, chunks.tail * block, tail_loop,
               far_extra(walk, nest, around.params.schedule, reducing));
  if (around.rereads) phase.limit_in_flight(around.params.schedule.dependent_chunks);
  return phase.finish(around.scratch_free);
}

// Column operands of an outer product stay for so many stick columns of the whole result, and for as many more as it has
// sticks in a core's part of them. One code serves all cores: what the last of them cannot keep, none keeps.
std::int64_t columns_kept(const plan::Operation& operation, const Walk& walk, const Nest& nest, const params::Schedule& schedule) {
  const Axis& columns = nest.axes.front();
  const std::int64_t before_last_core = (operation.dims[static_cast<std::size_t>(columns.dim)].slices - 1) * columns.count;
  const std::int64_t kept = schedule.outer_columns + schedule.outer_sticks / walk.units[static_cast<std::size_t>(walk.chunked)];
  return std::clamp<std::int64_t>(kept - before_last_core, 0, columns.count);
}

// The part of a just-read tile that no longer fits the staging share is read again, the rest is not.
std::vector<Part> parts_of(const plan::Operation& operation, const Walk& walk, const Nest& nest, const Surroundings& around) {
  const std::int64_t kept = *std::max_element(around.kept_permille.begin(), around.kept_permille.end());
  const std::int64_t all = nest.axes.front().count;
  if (outer_product(walk, nest)) {
    const std::int64_t stays = columns_kept(operation, walk, nest, around.params.schedule);
    std::vector<Part> parts;
    if (stays > 0) parts.push_back({0, stays});
    if (stays < all) parts.push_back({stays, all - stays, true, true});
    return parts;
  }
  const std::int64_t again = all - all * kept / 1000;
  std::vector<Part> parts;
  if (again > 0) parts.push_back({0, again, true});
  if (again < all) parts.push_back({again, all - again, false});
  return parts;
}

std::vector<program::Phase> stream_phases(const plan::Operation& operation, const Surroundings& around, bool reducing) {
  Walk walk = walk_of(operation, reducing);
  const std::vector<plan::DimId> order = inner_to_outer(walk);
  walk.chunked = contiguous_dim(walk, order, around.params.chip.stick.count());
  const Chunks chunks = chunks_of(walk.units[static_cast<std::size_t>(walk.chunked)], around.params.schedule.chunk_sticks);
  const Nest nest = nest_of(walk, order, chunks, reducing);
  std::vector<program::Phase> phases;
  for (const Part& part : parts_of(operation, walk, nest, around)) phases.push_back(phase_of(operation, around, walk, nest, chunks, reducing, part));
  return phases;
}

}  // namespace

std::vector<program::Phase> elementwise(const plan::Operation& operation, const Surroundings& around) {
  return stream_phases(operation, around, false);
}

std::vector<program::Phase> reduction(const plan::Operation& operation, const Surroundings& around) {
  return stream_phases(operation, around, true);
}

}  // namespace spyre::schedule
