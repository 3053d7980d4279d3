// Matrix products: output tiles by the staging rule, K in slabs, three slab buffers and two output buffers, nothing kept
// between tiles but an only slab, equal slices multicast, a finished tile stored after the first two slabs of the next have
// arrived.
//
// Evidence: timing study of matmuls (tile rule, slab depth, buffers: each removed alone costs accuracy) and of the one
// machine that serves matmuls and streams (place of the store in the program).
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "sim/schedule/nest.hpp"
#include "sim/schedule/policies.hpp"
#include "sim/schedule/product.hpp"

namespace spyre::schedule {
namespace {

using plan::DimId;
using program::Step;
using program::WorkKind;

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
    m_loop_ = add_loop(p.roles.m, p.pm * p.rows / p.tile.m, p.tile.m / p.rows);
    n_loop_ = add_loop(p.roles.n, div_up(p.pn, p.tile.n), p.tile.n);
    tiles_depth_ = static_cast<int>(phase_.loops.size());
    for (const DimId d : p.roles.reductions) add_loop(d, per_core(*p.operation, d), 1);
    slab_loop_ = add_loop(p.roles.k, p.slabs, p.slab);
  }

  program::Phase build() {
    choose_buffers();
    const int load_a = p_.a.in_memory() ? add(load(p_.a, a_runs(p_.slab), a_runs(p_.last_slab), depth_of_a())) : -1;
    const int load_b = p_.b.in_memory() ? add(load(p_.b, b_runs(p_.slab), b_runs(p_.last_slab), depth_of_b())) : -1;
    if (load_b >= 0 && lone_sticks(at(load_b).memory)) at(load_b).memory.in_flight = around_.params.schedule.lone_weight_loads;
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

  // An operand whose only slab the next tile needs as well is kept (matmuls of K up to 128: without it 20 % too slow); one
  // that is divided over K is not (Granite splits).
  [[nodiscard]] bool may_keep() const { return slabs_per_tile() == 1 && k_slices() == 1; }
  [[nodiscard]] int depth_of_a() const { return may_keep() && phase_.loops[index(n_loop_)] > 1 ? n_loop_ : all_loops(); }
  [[nodiscard]] int depth_of_b() const {
    const bool same = phase_.loops[index(n_loop_)] == 1 && phase_.loops[index(m_loop_)] > 1;
    return may_keep() && same ? m_loop_ : all_loops();
  }
  [[nodiscard]] int all_loops() const { return static_cast<int>(phase_.loops.size()); }
  [[nodiscard]] static std::size_t index(int loop) { return static_cast<std::size_t>(loop); }

  Step load(const Operand& o, const program::Runs& runs, const program::Runs& tail, int depth) const {
    Step s;
    s.kind = WorkKind::Load;
    s.depth = depth;
    s.memory = laid(o, s.depth);
    s.engine = weight_gathered() || s.memory.groups.empty() ? program::Engine::Load : program::Engine::GroupLoad;
    s.memory.runs = runs;
    s.memory.tail = tail;
    s.memory.tail_loop = p_.last_slab == p_.slab || s.depth <= slab_loop_ ? -1 : slab_loop_;
    s.memory.strided_bursts = !batch_split();
    s.memory.access = access_of(o);
    return s;
  }

  // The weight's sticks along K do not follow one another: a slab is put together from single sticks or short runs, and all
  // loads of a core keep their order.
  [[nodiscard]] bool weight_gathered() const { return stride_of(p_.b, p_.roles.k) != plan::kStickBytes; }
  // Single sticks of a weight that no other core asks for.
  [[nodiscard]] bool lone_sticks(const program::MemoryWork& weight) const {
    return batch_split() && weight_gathered() && weight.groups.empty();
  }

  // Cores that divide the batch fetch every stick of a strided operand by itself; a core that walks the batch collects
  // them into bursts (batched rows of the sweep: 55 ns per stick of a core against 512-byte granules).
  [[nodiscard]] bool batch_split() const {
    return std::any_of(p_.roles.outer.begin(), p_.roles.outer.end(), [this](DimId d) { return slices_of(*p_.operation, d) > 1; });
  }

  // Around one stick the sticks of all batches that lie side by side are moved, as far as an access granule reaches.
  [[nodiscard]] std::int64_t access_of(const Operand& o) const {
    std::int64_t access = plan::kStickBytes;
    for (const DimId d : p_.roles.outer) {
      if (stride_of(o, d) == plan::kStickBytes) access *= extent_of(*p_.operation, d);
    }
    const auto whole = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(access)));
    return std::min(whole, around_.params.dram.access_granule.count());
  }

  // A store under a weight of its own fills up the whole block, one under a shared weight a granule of the interleave
  // (batched matmuls of short K, whose time is mostly that of their output).
  [[nodiscard]] std::int64_t store_access() const {
    const std::int64_t access = access_of(p_.c);
    return p_.roles.batches.empty() ? std::min(access, around_.params.dram.interleave.count()) : access;
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
    s.memory.access = store_access();
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

  // Cores behind one port that share what they gather stick by stick wait for one another slab by slab (batched matmuls
  // on 2 to 16 cores take the sum of loading and multiplying; one core does not, nor do 32).
  [[nodiscard]] bool gathers_for_groups() const {
    const bool shared = !shared_groups(*p_.a.tensor).empty() || !shared_groups(*p_.b.tensor).empty();
    return shared && around_.one_port && access_of(p_.a) > plan::kStickBytes;
  }

  // What does not fit beside the resident tensors: one slab buffer less, then one output buffer.
  void choose_buffers() {
    slab_buffers_ = around_.params.schedule.slab_buffers;
    output_buffers_ = around_.params.schedule.output_buffers;
    if (gathers_for_groups()) slab_buffers_ = std::min(slab_buffers_, around_.params.schedule.gathered_slab_buffers);
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
      const std::int64_t tiles = tiles_per_load(at(l));
      at(l).after.push_back({multiply, program::After::Done, -(tiles + slab_buffers_ - 1)});
      if (store >= 0) at(l).after.push_back({store, program::After::Done, -(tiles + around_.params.schedule.output_buffers - 1)});
      at(multiply).after.push_back({l, program::After::Done, 0});
    }
    if (sum >= 0) at(sum).after.push_back({multiply, program::After::Done, 0});
    if (store < 0) return;
    at(multiply).after.push_back({store, program::After::Done, -output_buffers_});
    at(store).after.push_back({sum >= 0 ? sum : multiply, program::After::Done, 0});
    const std::int64_t ahead = std::min(around_.params.schedule.store_after_slabs, slabs);
    for (const int l : {load_a, load_b}) {
      if (l >= 0 && tiles_per_load(at(l)) == 1) at(store).after.push_back({l, program::After::Done, ahead});
    }
  }

  // Tiles that one load of a kept operand serves; 1 for an operand loaded slab by slab.
  [[nodiscard]] std::int64_t tiles_per_load(const Step& load) const {
    std::int64_t n = 1;
    for (int l = load.depth; l < all_loops(); ++l) n *= phase_.loops[index(l)];
    return n;
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
  int m_loop_ = 0, n_loop_ = 0, tiles_depth_ = 0, slab_loop_ = 0;
  std::int64_t slab_buffers_ = 0, output_buffers_ = 0;
};

}  // namespace

std::vector<program::Phase> matmul(const plan::Operation& operation, const Surroundings& around) {
  if (operation.inputs.size() < 2 || operation.outputs.empty()) return whole(operation, around);
  const Product p = product_of(operation, around.params);
  return {Builder(p, around).build()};
}

}  // namespace spyre::schedule
