// One decoder layer of a Granite-like model: prefill of any length, or new tokens after cached
// ones.
//
// Choices where the front end has several: the layer is one kernel. New keys and values are
// appended to copies of the cache, then copied to every head that shares them. Rotary embedding
// works on halves of a head by copies of whole sticks. The heads' results are written side by side,
// where the output projection reads them.
#include "sim/make/blocks.hpp"
#include "sim/make/registry.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

namespace spyre::make {
namespace {

using plan::OpCode;
using Sizes = std::vector<std::int64_t>;

class Layer {
 public:
  Layer(const Request& request, Draft& draft)
      : r_(request), draft_(draft), past_(request.kv - request.tokens) {}

  void run() {
    draft_.kernel.repeat = r_.layers;
    take_inputs();
    const ValueId attended = attention(norm(in_, attention_norm_));
    const ValueId middle = draft_.intermediate(wide());
    add_residual(in_, attended, middle);
    const ValueId narrowed = draft_.intermediate(wide());
    add_swiglu_steps(draft_, norm(middle, mlp_norm_), mlp_, narrowed);
    add_residual(middle, narrowed, draft_.output("hidden_out", wide()));
  }

 private:
  [[nodiscard]] Sizes wide() const { return {r_.tokens, r_.hidden}; }

  void take_inputs() {
    in_ = draft_.input("hidden_in", wide());
    epsilon_ = draft_.input("epsilon", {});
    residual_ = draft_.input("residual_multiplier", {});
    attention_norm_ = draft_.input("attention_norm", {r_.hidden});
    mlp_norm_ = draft_.input("mlp_norm", {r_.hidden});
    cosine_ = draft_.stacked("cosine", {1, r_.tokens, r_.head_dim}, Origin::Input);
    sine_ = draft_.stacked("sine", {1, r_.tokens, r_.head_dim}, Origin::Input);
    mlp_ = {draft_.input("w_gate", {r_.hidden, r_.ffn}), draft_.input("w_up", {r_.hidden, r_.ffn}),
            draft_.input("w_down", {r_.ffn, r_.hidden})};
  }

  ValueId norm(ValueId in, ValueId weight) {
    const ValueId out = draft_.intermediate(wide());
    add_rms_norm_steps(draft_, in, epsilon_, weight, out);
    return out;
  }
  // in + branch × multiplier.
  void add_residual(ValueId in, ValueId branch, ValueId out) {
    const ValueId scaled = draft_.intermediate(wide());
    draft_.elementwise(OpCode::Mul, {draft_.relayout(branch), residual_}, scaled);
    draft_.elementwise(OpCode::Add, {in, scaled}, out);
  }

  ValueId attention(ValueId normed) {
    AttentionOperands operands;
    operands.q = rotated(projected(normed, "w_q", r_.heads), r_.heads);
    const ValueId k = rotated(projected(normed, "w_k", r_.kv_heads), r_.kv_heads);
    operands.k = for_every_head(with_cache(k, "cache_k"));
    operands.v = for_every_head(with_cache(projected(normed, "w_v", r_.kv_heads), "cache_v"));
    operands.scale = draft_.input("attention_scale", {});
    operands.mask = draft_.stacked("mask", {1, r_.tokens, r_.kv}, Origin::Input);
    const ValueId heads = draft_.intermediate({r_.tokens, r_.heads * r_.head_dim});
    add_attention_steps(draft_, operands, by_head(heads, r_.heads));
    const ValueId out = draft_.intermediate(wide());
    draft_.matmul(heads, draft_.input("w_o", {r_.heads * r_.head_dim, r_.hidden}), out);
    return out;
  }
  // Columns of a projection as heads × tokens × elements, in place.
  ValueId by_head(ValueId projection, std::int64_t heads) {
    return draft_.view(projection, {heads, r_.tokens, r_.head_dim}, {1, 2, 0});
  }
  ValueId projected(ValueId in, const std::string& weight, std::int64_t heads) {
    const ValueId out = draft_.intermediate({r_.tokens, heads * r_.head_dim});
    draft_.matmul(in, draft_.input(weight, {r_.hidden, heads * r_.head_dim}), out);
    return by_head(out, heads);
  }

  // x × cos + (−second half, first half) × sin.
  ValueId rotated(ValueId x, std::int64_t heads) {
    const std::int64_t half = r_.head_dim / 2;
    const Space halves = space_of({{heads, r_.tokens, half}, {}, -1, draft_.format()});
    const ValueId turned = stacked_heads(heads), direct = stacked_heads(heads),
                  crossed = stacked_heads(heads);
    draft_.move(halves, {x, {0, 1, 2}, {0, 0, half}}, {turned, {0, 1, 2}, {0, 0, 0}}, OpCode::Neg);
    draft_.move(halves, {x, {0, 1, 2}, {0, 0, 0}}, {turned, {0, 1, 2}, {0, 0, half}});
    draft_.elementwise(OpCode::Mul, {x, cosine_}, direct);
    draft_.elementwise(OpCode::Mul, {turned, sine_}, crossed);
    const ValueId sum = stacked_heads(heads);
    draft_.elementwise(OpCode::Add, {direct, crossed}, sum);
    return sum;
  }
  ValueId stacked_heads(std::int64_t heads) {
    return draft_.stacked("", {heads, r_.tokens, r_.head_dim}, Origin::Intermediate);
  }

  // Cached rows, then the new ones.
  ValueId with_cache(ValueId fresh, const std::string& name) {
    if (past_ == 0) return fresh;
    const ValueId all = draft_.stacked("", {r_.kv_heads, r_.kv, r_.head_dim}, Origin::Intermediate);
    const ValueId cache = draft_.stacked(name, {r_.kv_heads, past_, r_.head_dim}, Origin::Input);
    append(cache, all, 0);
    append(fresh, all, past_);
    return all;
  }
  void append(ValueId from, ValueId to, std::int64_t row) {
    Space space = space_of(draft_.shape(from));
    space.keeps_ones = true;  // a single new row is a dimension of the whole
    draft_.move(space, {from, {0, 1, 2}}, {to, {0, 1, 2}, {0, row, 0}});
  }

  // Heads in a group share keys and values; the copy has them once for each head.
  ValueId for_every_head(ValueId shared) {
    const std::int64_t group = r_.heads / r_.kv_heads;
    if (group == 1) return shared;
    const ValueId all = draft_.stacked("", {r_.heads, r_.kv, r_.head_dim}, Origin::Intermediate);
    const ValueId grouped =
        draft_.view(all, {r_.kv_heads, group, r_.kv, r_.head_dim}, {3, 2, 1, 0});
    const Space space = space_of(draft_.shape(grouped));
    draft_.move(space, {shared, {0, 2, 3}}, aligned(draft_.kernel, grouped, space));
    return all;
  }

  const Request& r_;
  Draft& draft_;
  std::int64_t past_;
  ValueId in_ = -1, epsilon_ = -1, residual_ = -1, attention_norm_ = -1, mlp_norm_ = -1;
  ValueId cosine_ = -1, sine_ = -1;
  SwigluWeights mlp_;
};

void check_layer(const Request& r, const Draft& draft) {
  std::vector<Problem> problems;
  const std::int64_t stick = elements_per_stick(draft.format());
  if (r.kv < r.tokens)
    problems.push_back(
        {"kv", fmt::format("{} with {} new tokens", r.kv, r.tokens), "at least as many"});
  if (r.kv < 2) problems.push_back({"kv", fmt::format("found {}", r.kv), "at least 2"});
  if (r.kv_heads < 1 || r.heads % r.kv_heads != 0) {
    problems.push_back(
        {"kv_heads", fmt::format("{} for {} heads", r.kv_heads, r.heads), "a divisor"});
  }
  if (r.head_dim < 1 || r.head_dim % (2 * stick) != 0) {
    problems.push_back({"head_dim", fmt::format("found {}", r.head_dim),
                        fmt::format("a multiple of {}", 2 * stick)});
  }
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
}

}  // namespace

void add_decoder(std::vector<Entry>& entries) {
  entries.push_back({{"decoder",
                      "a Granite 3.3 8B decoder layer",
                      {"tokens"},
                      {"kv", "heads", "kv_heads", "head_dim", "hidden", "ffn", "layers"}},
                     [](const Request& request, Draft& draft) {
                       Request r = request;
                       if (r.kv == 0) r.kv = r.tokens;
                       check_layer(r, draft);
                       Layer(r, draft).run();
                     }});
}

}  // namespace spyre::make
