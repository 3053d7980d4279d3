// The gated MLP of a decoder layer.
#include "sim/make/blocks.hpp"
#include "sim/make/registry.hpp"

namespace spyre::make {
namespace {

using plan::OpCode;

void swiglu(const Request& r, Draft& draft) {
  const ValueId in = draft.input("in_0", {r.tokens, r.hidden});
  const SwigluWeights weights{draft.input("gate", {r.hidden, r.ffn}),
                              draft.input("up", {r.hidden, r.ffn}),
                              draft.input("down", {r.ffn, r.hidden})};
  add_swiglu_steps(draft, in, weights, draft.output("out_0", {r.tokens, r.hidden}));
}

}  // namespace

void add_swiglu_steps(Draft& draft, ValueId in, const SwigluWeights& weights, ValueId out) {
  const std::vector<std::int64_t> wide{draft.shape(in).sizes.front(),
                                       draft.shape(weights.gate).sizes.back()};
  const ValueId gate = draft.intermediate(wide), gated = draft.intermediate(wide);
  draft.matmul(in, weights.gate, gate);
  draft.elementwise(OpCode::Silu, {draft.relayout(gate)}, gated);
  const ValueId up = draft.intermediate(wide), product = draft.intermediate(wide);
  draft.matmul(in, weights.up, up);
  draft.elementwise(OpCode::Mul, {gated, draft.relayout(up)}, product);
  draft.matmul(product, weights.down, out);
}

void add_mlps(std::vector<Entry>& entries) {
  entries.push_back(
      {{"swiglu", "gated MLP: hidden to ffn and back", {"tokens"}, {"hidden", "ffn"}}, swiglu});
}

}  // namespace spyre::make
