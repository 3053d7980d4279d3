// Blocks of several operations that kernels share.
#pragma once

#include <optional>

#include "sim/make/draft.hpp"

namespace spyre::make {

// Softmax along the last dimension: max, −, exp, sum, ÷. With a factor, a multiplication by it
// takes exp's place.
void add_softmax_steps(Draft& draft, ValueId in, ValueId out,
                       std::optional<ValueId> factor = std::nullopt);

// x · rsqrt(mean(x · x) + epsilon) · weight along the rows.
void add_rms_norm_steps(Draft& draft, ValueId in, ValueId epsilon, ValueId weight, ValueId out);

// (silu(in · gate) × (in · up)) · down.
struct SwigluWeights {
  ValueId gate = -1, up = -1, down = -1;
};
void add_swiglu_steps(Draft& draft, ValueId in, const SwigluWeights& weights, ValueId out);

// softmax(q · kᵀ × scale + mask) · v, all of heads × rows × columns.
struct AttentionOperands {
  ValueId q = -1, k = -1, scale = -1, mask = -1, v = -1;
};
void add_attention_steps(Draft& draft, const AttentionOperands& operands, ValueId out);

}  // namespace spyre::make
