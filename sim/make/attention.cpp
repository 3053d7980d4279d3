// Attention over all heads.
#include "sim/make/blocks.hpp"
#include "sim/make/registry.hpp"

namespace spyre::make {
namespace {

using plan::OpCode;
using Sizes = std::vector<std::int64_t>;

// Every head with keys and values of its own.
void attention(const Request& r, Draft& draft) {
  const auto argument = [&](const char* name, Sizes sizes) {
    return draft.stacked(name, std::move(sizes), Origin::Input);
  };
  AttentionOperands operands;
  operands.k = argument("k", {r.heads, r.kv, r.head_dim});
  operands.q = argument("q", {r.heads, r.tokens, r.head_dim});
  operands.scale = draft.input("scale", {});
  operands.mask = argument("mask", {1, r.tokens, r.kv});
  operands.v = argument("v", {r.heads, r.kv, r.head_dim});
  add_attention_steps(draft, operands,
                      draft.stacked("out_0", {r.heads, r.tokens, r.head_dim}, Origin::Output));
}

}  // namespace

void add_attention_steps(Draft& draft, const AttentionOperands& operands, ValueId out) {
  const Sizes keys = draft.shape(operands.k).sizes;
  const Sizes square{keys[0], draft.shape(operands.q).sizes[1], keys[1]};
  const auto value = [&](Sizes sizes) {
    return draft.stacked("", std::move(sizes), Origin::Intermediate);
  };
  const ValueId turned = value({keys[0], keys[2], keys[1]}), scores = value(square);
  draft.move(space_of(draft.shape(operands.k)), {operands.k, {0, 1, 2}}, {turned, {0, 2, 1}});
  draft.matmul(operands.q, turned, scores);
  const ValueId scaled = value(square), masked = value(square), weights = value(square);
  draft.elementwise(OpCode::Mul, {draft.relayout(scores), operands.scale}, scaled);
  draft.elementwise(OpCode::Add, {scaled, operands.mask}, masked);
  add_softmax_steps(draft, masked, weights);
  draft.matmul(weights, operands.v, out);
}

void add_attention(std::vector<Entry>& entries) {
  entries.push_back(
      {{"attention", "softmax(q k' scale + mask) v", {"tokens", "kv"}, {"heads", "head_dim"}},
       attention});
}

}  // namespace spyre::make
