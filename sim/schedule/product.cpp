#include "sim/schedule/product.hpp"

#include <algorithm>

namespace spyre::schedule {
namespace {

using plan::DimId;

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

}  // namespace

std::int64_t per_core(const plan::Operation& operation, DimId d) {
  return d < 0 ? 1 : operation.dims[static_cast<std::size_t>(d)].per_core;
}

std::int64_t stride_of(const Operand& operand, DimId d) { return d < 0 ? 0 : operand.stride[static_cast<std::size_t>(d)]; }
std::int64_t unit_of(const Operand& operand, DimId d) { return d < 0 ? 1 : operand.unit[static_cast<std::size_t>(d)]; }
std::int64_t slices_of(const plan::Operation& operation, DimId d) {
  return d < 0 ? 1 : operation.dims[static_cast<std::size_t>(d)].slices;
}
std::int64_t extent_of(const plan::Operation& operation, DimId d) {
  return d < 0 ? 1 : operation.dims[static_cast<std::size_t>(d)].extent;
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

}  // namespace spyre::schedule
