// The core tile of a matmul: one rule for every extent, no exceptions for shapes.
//
// Evidence: a tile's fp32 partial sums and two 128-deep fp16 slabs of A and of B fit the staging share,
// 4 tm tn + 512 (tm + tn) <= 406,272 bytes. Power-of-two shapes alone select these numbers; they then predict shapes
// with odd stick counts and carry over to another compiler build.
#pragma once

#include <cstdint>

#include "models/params/params.hpp"
#include "models/program/program.hpp"

namespace spyre::schedule {

struct CoreSlice {
  std::int64_t m = 1, n = 1;         // of one core, elements; n a multiple of the stick
  std::int64_t m_slices = 1, n_slices = 1;
  bool longer_n = false;             // the whole N is at least M (one core has no split to tell)
  std::int64_t stick = 64;           // elements per stick of N
  std::int64_t slab_row_bytes = 512; // two slabs of one row of A or column of B
  bool batched = false;              // several batches, or a row-major B
  bool a_strided = false;            // batch inside the stick order of A
};

struct Tile {
  std::int64_t m = 1, n = 64;
  program::CoreletSplit split = program::CoreletSplit::M;
};

Tile choose_tile(const CoreSlice& slice, const params::ChipParams& params);

}  // namespace spyre::schedule
