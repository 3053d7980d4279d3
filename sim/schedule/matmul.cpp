// Matrix products: output tiles by the staging rule, K in slabs, three slab buffers and two output buffers, nothing kept
// between tiles, equal slices multicast, a finished tile stored after the first two slabs of the next have arrived.
//
// Evidence: timing study of matmuls (tile rule, slab depth, buffers: each removed alone costs accuracy) and of the one
// machine that serves matmuls and streams (place of the store in the program).
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "sim/schedule/nest.hpp"
#include "sim/schedule/policies.hpp"
#include "sim/schedule/tiles.hpp"

namespace spyre::schedule {
namespace {

using plan::DimId;
using program::Step;
using program::WorkKind;

// Roles follow from which tensors have a dimension; names mean nothing.
struct Roles {
  DimId m = -1, n = -1, k = -1;      // the largest of each role
  std::vector<DimId> outer;          // batches and further preserved or generated dimensions
  std::vector<DimId> reductions;     // further reduced dimensions
  std::vector<DimId> batches;        // present in all three
};

struct Product {
  const plan::Operation* operation = nullptr;
  Operand a, b, c;
  Roles roles;
  std::int64_t pm = 1, pn = 1, pk = 1;
  std::int64_t rows = 1;  // batches that lie side by side in one access granule and share the weight: rows of one M
  std::int64_t slab = 128, slabs = 1, last_slab = 128;
  Tile tile;
};

std::int64_t per_core(const plan::Operation& operation, DimId d) {
  return d < 0 ? 1 : operation.dims[static_cast<std::size_t>(d)].per_core;
}

void take_largest(const plan::Operation& operation, DimId candidate, DimId& best, std::vector<DimId>& others) {
  if (best < 0) {
    best = candidate;
  } else if (operation.dims[static_cast<std::size_t>(candidate)].extent > operation.dims[static_cast<std::size_t>(best)].extent) {
    others.push_back(best);
    best = candidate;
  } else {
    others.push_back(candidate);
  }
}

Roles roles_of(const plan::Operation& operation, const Operand& a, const Operand& b, const Operand& c) {
  Roles r;
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    const bool in_a = a.stride[d] != 0;
    const bool in_b = b.stride[d] != 0;
    const bool in_c = c.stride[d] != 0;
    const auto dim = static_cast<DimId>(d);
    if (operation.dims[d].extent <= 1) continue;
    if (in_a && in_b && !in_c) take_largest(operation, dim, r.k, r.reductions);
    if (in_a && !in_b && in_c) take_largest(operation, dim, r.m, r.outer);
    if (!in_a && in_b && in_c) take_largest(operation, dim, r.n, r.outer);
    if (in_a && in_b && in_c) {
      r.outer.push_back(dim);
      r.batches.push_back(dim);
    }
  }
  return r;
}

std::int64_t stride_of(const Operand& o, DimId d) { return d < 0 ? 0 : o.stride[static_cast<std::size_t>(d)]; }
std::int64_t unit_of(const Operand& o, DimId d) { return d < 0 ? 1 : o.unit[static_cast<std::size_t>(d)]; }
std::int64_t slices_of(const plan::Operation& operation, DimId d) {
  return d < 0 ? 1 : operation.dims[static_cast<std::size_t>(d)].slices;
}
std::int64_t extent_of(const plan::Operation& operation, DimId d) {
  return d < 0 ? 1 : operation.dims[static_cast<std::size_t>(d)].extent;
}

// Batches of a shared weight that lie side by side in A and C and fill exactly one access granule are taken as rows.
std::int64_t rows_of_batch(const Product& p, const params::ChipParams& params) {
  if (p.roles.outer.size() != 1 || !p.roles.batches.empty()) return 1;
  const DimId d = p.roles.outer.front();
  const std::int64_t n = extent_of(*p.operation, d);
  const bool adjacent = stride_of(p.a, d) == plan::kStickBytes && stride_of(p.c, d) == plan::kStickBytes;
  const bool granule = n * plan::kStickBytes == params.dram.access_granule.count();
  return adjacent && granule && slices_of(*p.operation, d) == 1 ? n : 1;
}

CoreSlice core_slice(const Product& p, const params::ChipParams& params) {
  const plan::Operation& op = *p.operation;
  CoreSlice s;
  s.m = p.pm * p.rows;
  s.stick = unit_of(p.c, p.roles.n);
  s.n = round_up(p.pn, s.stick);
  s.m_slices = slices_of(op, p.roles.m);
  s.n_slices = slices_of(op, p.roles.n);
  s.longer_n = extent_of(op, p.roles.n) >= extent_of(op, p.roles.m);
  s.slab_row_bytes = 2 * params.schedule.slab * plan::element_bits(p.a.tensor->format) / 8;
  const bool row_major_b = stride_of(p.b, p.roles.n) == plan::kStickBytes && stride_of(p.b, p.roles.k) > plan::kStickBytes;
  std::int64_t batch = 1;
  for (const DimId d : p.roles.outer) batch *= extent_of(op, d);
  s.batched = batch > 1 || row_major_b;
  for (const DimId d : p.roles.batches) {
    if (stride_of(p.a, d) < stride_of(p.a, p.roles.m)) s.a_strided = true;
  }
  return s;
}

Product product_of(const plan::Operation& operation, const params::ChipParams& params) {
  const std::vector<Operand> list = operands(operation);
  Product p{&operation, list[0], list[1], list.back(), {}, 1, 1, 1, 1, 1, 1, 1, {}};
  p.roles = roles_of(operation, p.a, p.b, p.c);
  p.pm = per_core(operation, p.roles.m);
  p.pn = per_core(operation, p.roles.n);
  p.pk = per_core(operation, p.roles.k);
  p.slab = std::min(params.schedule.slab, p.pk);
  p.slabs = div_up(p.pk, p.slab);
  p.last_slab = p.pk - (p.slabs - 1) * p.slab;
  p.rows = rows_of_batch(p, params);
  p.tile = choose_tile(core_slice(p, params), params);
  if (p.rows > 1 && p.tile.m % p.rows == 0) {
    p.roles.outer.clear();
  } else if (p.rows > 1) {
    p.rows = 1;
    p.tile = choose_tile(core_slice(p, params), params);
  }
  return p;
}

// Runs of a two-dimensional tile: the dimension with the smaller stride inside.
program::Runs tile_runs(std::int64_t length, std::int64_t count_1, std::int64_t stride_1, std::int64_t count_2, std::int64_t stride_2) {
  program::Runs runs;
  runs.length = length;
  const bool swap = count_1 > 1 && count_2 > 1 && stride_2 < stride_1;
  if (swap) add_level(runs, count_2, stride_2);
  add_level(runs, count_1, stride_1);
  if (!swap) add_level(runs, count_2, stride_2);
  return runs;
}

class Builder {
 public:
  Builder(const Product& p, const Surroundings& around) : p_(p), around_(around) {
    for (const DimId d : p.roles.outer) add_loop(d, per_core(*p.operation, d), 1);
    add_loop(p.roles.m, p.pm * p.rows / p.tile.m, p.tile.m / p.rows);
    add_loop(p.roles.n, div_up(p.pn, p.tile.n), p.tile.n);
    tiles_depth_ = static_cast<int>(phase_.loops.size());
    for (const DimId d : p.roles.reductions) add_loop(d, per_core(*p.operation, d), 1);
    slab_loop_ = add_loop(p.roles.k, p.slabs, p.slab);
  }

  program::Phase build() {
    choose_buffers();
    const int load_a = p_.a.in_memory() ? add(load(p_.a, a_runs(p_.slab), a_runs(p_.last_slab))) : -1;
    const int load_b = p_.b.in_memory() ? add(load(p_.b, b_runs(p_.slab), b_runs(p_.last_slab))) : -1;
    const int multiply = add(multiply_step());
    const int sum = k_slices() > 1 ? add(partial_sum_step()) : -1;
    const int store = p_.c.in_memory() ? add(store_step()) : -1;
    connect(load_a, load_b, multiply, sum, store);
    return std::move(phase_);
  }

 private:
  int add_loop(DimId dim, std::int64_t count, std::int64_t elements) {
    ensure_room();
    phase_.loops.push_back(count);
    loop_dim_.push_back(dim);
    loop_elements_.push_back(elements);
    return static_cast<int>(phase_.loops.size()) - 1;
  }
  void ensure_room() const { ensure(phase_.loops.size() < program::kMaxLoops, "a matmul needs more loops than a phase holds"); }

  int add(Step step) {
    phase_.steps.push_back(std::move(step));
    return static_cast<int>(phase_.steps.size()) - 1;
  }

  [[nodiscard]] std::int64_t k_slices() const { return slices_of(*p_.operation, p_.roles.k); }
  [[nodiscard]] Step& at(int step) { return phase_.steps[static_cast<std::size_t>(step)]; }

  program::MemoryWork laid(const Operand& o, int loops) const {
    program::MemoryWork work = stream(o, *p_.operation, around_.params.schedule.multicast);
    for (std::size_t l = 0; l < static_cast<std::size_t>(loops); ++l) {
      work.stride[l] = stride_of(o, loop_dim_[l]) * div_up(loop_elements_[l], unit_of(o, loop_dim_[l]));
    }
    return work;
  }

  program::Runs a_runs(std::int64_t k) const {
    return tile_runs(p_.rows * plan::kStickBytes, p_.tile.m / p_.rows, stride_of(p_.a, p_.roles.m), div_up(k, unit_of(p_.a, p_.roles.k)),
                     stride_of(p_.a, p_.roles.k));
  }
  program::Runs b_runs(std::int64_t k) const {
    return tile_runs(plan::kStickBytes, div_up(k, unit_of(p_.b, p_.roles.k)), stride_of(p_.b, p_.roles.k),
                     div_up(p_.tile.n, unit_of(p_.b, p_.roles.n)), stride_of(p_.b, p_.roles.n));
  }

  Step load(const Operand& o, const program::Runs& runs, const program::Runs& tail) const {
    Step s;
    s.kind = WorkKind::Load;
    s.engine = program::Engine::Load;
    s.depth = static_cast<int>(phase_.loops.size());
    s.memory = laid(o, s.depth);
    s.memory.runs = runs;
    s.memory.tail = tail;
    s.memory.tail_loop = p_.last_slab == p_.slab ? -1 : slab_loop_;
    s.memory.strided_bursts = !batch_split();
    s.memory.access = access_of(o);
    return s;
  }

  // Cores that divide the batch fetch every stick of a strided operand by itself; a core that walks the batch collects
  // them into bursts (batched rows of the sweep: 55 ns per stick of a core against 512-byte granules).
  [[nodiscard]] bool batch_split() const {
    return std::any_of(p_.roles.outer.begin(), p_.roles.outer.end(), [this](DimId d) { return slices_of(*p_.operation, d) > 1; });
  }

  // The memory moves the sticks of all batches that lie side by side, as far as an access granule reaches. A store only
  // fills up one granule of the interleave (batched matmuls of short K, whose time is mostly that of their output).
  [[nodiscard]] std::int64_t access_of(const Operand& o) const {
    std::int64_t access = plan::kStickBytes;
    for (const DimId d : p_.roles.outer) {
      if (stride_of(o, d) == plan::kStickBytes) access *= extent_of(*p_.operation, d);
    }
    const auto whole = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(access)));
    return std::min(whole, around_.params.dram.access_granule.count());
  }

  Step multiply_step() const {
    Step s;
    s.kind = WorkKind::Matmul;
    s.engine = program::Engine::Pt;
    s.depth = static_cast<int>(phase_.loops.size());
    s.matmul.m = p_.tile.m;
    s.matmul.n = p_.tile.n;
    s.matmul.k = p_.slab;
    s.matmul.tail_k = p_.last_slab;
    s.matmul.tail_loop = p_.last_slab == p_.slab ? -1 : slab_loop_;
    s.matmul.split = p_.tile.split;
    s.matmul.k_split = k_slices() > 1;
    s.matmul.speedup = speedup();
    s.lx_bytes = (p_.tile.m + p_.tile.n) * p_.slab * plan::element_bits(p_.a.tensor->format) / 8;
    return s;
  }

  [[nodiscard]] std::int64_t speedup() const {
    switch (plan::element_bits(p_.a.tensor->format)) {
      case 4: return around_.params.pt.int4_speedup;
      case 8: return p_.a.tensor->format == plan::Format::SenInt8 ? around_.params.pt.int8_speedup : around_.params.pt.fp8_speedup;
      default: return 1;
    }
  }

  Step partial_sum_step() const {
    Step s;
    s.kind = WorkKind::PartialSum;
    s.engine = program::Engine::Sfp;
    s.depth = tiles_depth_;
    s.at_last = true;
    s.partial_sum.groups = shared_groups(*p_.c.tensor);
    s.partial_sum.bytes = p_.tile.m * p_.tile.n * around_.params.partial_sum_ring.element.count();
    return s;
  }

  Step store_step() const {
    Step s;
    s.kind = WorkKind::Store;
    s.engine = program::Engine::Store;
    s.depth = tiles_depth_;
    s.at_last = true;
    s.memory = laid(p_.c, tiles_depth_);
    s.memory.runs = tile_runs(p_.rows * plan::kStickBytes, p_.tile.m / p_.rows, stride_of(p_.c, p_.roles.m),
                              div_up(p_.tile.n, unit_of(p_.c, p_.roles.n)), stride_of(p_.c, p_.roles.n));
    s.memory.strided_bursts = !batch_split();
    s.memory.access = std::min(access_of(p_.c), around_.params.dram.interleave.count());
    s.memory.descriptor_per_run = !s.memory.strided_bursts || s.memory.runs.length > plan::kStickBytes;
    return s;
  }

  [[nodiscard]] std::int64_t booked(std::int64_t slabs, std::int64_t outputs) const {
    const std::int64_t element_bits = plan::element_bits(p_.a.tensor->format);
    const std::int64_t a = p_.a.in_memory() ? p_.tile.m : 0;
    const std::int64_t b = p_.b.in_memory() ? p_.tile.n : 0;
    const std::int64_t out = p_.tile.m * p_.tile.n * around_.params.schedule.accumulator_bytes;
    return slabs * (a + b) * p_.slab * element_bits / 8 + outputs * out;
  }

  // What does not fit beside the resident tensors: one slab buffer less, then one output buffer.
  void choose_buffers() {
    slab_buffers_ = around_.params.schedule.slab_buffers;
    output_buffers_ = around_.params.schedule.output_buffers;
    const std::int64_t wanted = booked(slab_buffers_, output_buffers_);
    if (booked(slab_buffers_, output_buffers_) > around_.scratch_free && slab_buffers_ > 2) slab_buffers_ = 2;
    if (booked(slab_buffers_, output_buffers_) > around_.scratch_free && output_buffers_ > 1) output_buffers_ = 1;
    phase_.staging_bytes = std::min(booked(slab_buffers_, output_buffers_), around_.scratch_free);
    if (booked(slab_buffers_, output_buffers_) == wanted || around_.notes == nullptr) return;
    around_.notes->push_back(fmt::format("{}: {} bytes of buffers do not fit beside resident tensors ({} free); runs with {} slab and {} output buffers",
                                         p_.operation->key, wanted, around_.scratch_free, slab_buffers_, output_buffers_));
  }

  void connect(int load_a, int load_b, int multiply, int sum, int store) {
    const std::int64_t slabs = slabs_per_tile();
    for (const int l : {load_a, load_b}) {
      if (l < 0) continue;
      at(l).after.push_back({multiply, program::After::Done, -slab_buffers_});
      if (store >= 0) at(l).after.push_back({store, program::After::Done, -around_.params.schedule.output_buffers});
      at(multiply).after.push_back({l, program::After::Done, 0});
    }
    if (sum >= 0) at(sum).after.push_back({multiply, program::After::Done, 0});
    if (store < 0) return;
    at(multiply).after.push_back({store, program::After::Done, -output_buffers_});
    at(store).after.push_back({sum >= 0 ? sum : multiply, program::After::Done, 0});
    const std::int64_t ahead = std::min(around_.params.schedule.store_after_slabs, slabs);
    for (const int l : {load_a, load_b}) {
      if (l >= 0) at(store).after.push_back({l, program::After::Done, ahead});
    }
  }

  [[nodiscard]] std::int64_t slabs_per_tile() const {
    std::int64_t n = 1;
    for (std::size_t l = static_cast<std::size_t>(tiles_depth_); l < phase_.loops.size(); ++l) n *= phase_.loops[l];
    return n;
  }

  const Product& p_;
  const Surroundings& around_;
  program::Phase phase_;
  std::vector<DimId> loop_dim_;
  std::vector<std::int64_t> loop_elements_;
  int tiles_depth_ = 0, slab_loop_ = 0;
  std::int64_t slab_buffers_ = 3, output_buffers_ = 2;
};

}  // namespace

std::vector<program::Phase> matmul(const plan::Operation& operation, const Surroundings& around) {
  if (operation.inputs.size() < 2 || operation.outputs.empty()) return whole(operation, around);
  const Product p = product_of(operation, around.params);
  return {Builder(p, around).build()};
}

}  // namespace spyre::schedule
