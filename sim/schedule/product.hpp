// A matrix product as the schedule sees it: which dimensions are M, N, K and batch, one core's share, its tile and slabs.
#pragma once

#include <cstdint>
#include <vector>

#include "models/params/params.hpp"
#include "sim/plan/plan.hpp"
#include "sim/schedule/operand.hpp"
#include "sim/schedule/tiles.hpp"

namespace spyre::schedule {

// Which dimension plays which part follows from the tensors that have it; names mean nothing.
struct Roles {
  plan::DimId m = -1, n = -1, k = -1;      // the largest of each role
  std::vector<plan::DimId> outer;          // batches and further preserved or generated dimensions
  std::vector<plan::DimId> reductions;     // further reduced dimensions
  std::vector<plan::DimId> batches;        // present in all three
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

// Facts of a dimension that may be missing (-1): one unit of everything, stride 0.
std::int64_t per_core(const plan::Operation& operation, plan::DimId d);
std::int64_t slices_of(const plan::Operation& operation, plan::DimId d);
std::int64_t extent_of(const plan::Operation& operation, plan::DimId d);
std::int64_t stride_of(const Operand& operand, plan::DimId d);
std::int64_t unit_of(const Operand& operand, plan::DimId d);

Product product_of(const plan::Operation& operation, const params::ChipParams& params);

}  // namespace spyre::schedule
