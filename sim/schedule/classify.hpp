// Which kind of code the backend would generate for an operation: the policy that schedules it, the rate class of its
// vector work, and the block in which memory alternates directions.
#pragma once

#include "models/params/params.hpp"
#include "models/program/program.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::schedule {

enum class Policy : std::uint8_t {
  Elementwise, Reduction, Permute, Restickify, Matmul, Gather, Shuffle,
  Whole  // reads its operands once, computes, writes: convolution, pooling, top-k
};

Policy policy_of(const plan::Operation& operation);

program::VectorKind vector_kind(const plan::Operation& operation);

struct Blocks {  // granules per channel before the memory changes direction
  std::int64_t in_step = 0;  // for the first bursts
  std::int64_t lasting = 0;
};
// `one_port`: all cores of the operation sit on one memory port; `in_lx`: see History::continues_in_lx.
Blocks direction_blocks(const plan::Operation& operation, const params::Schedule& schedule, bool one_port, bool in_lx);

}  // namespace spyre::schedule
