// RMSNorm and layer norm of each row.
#include "sim/make/blocks.hpp"
#include "sim/make/registry.hpp"

namespace spyre::make {
namespace {

using plan::OpCode;
using Sizes = std::vector<std::int64_t>;

Sizes one_a_row(const Draft& draft, ValueId value) {
  Sizes sizes = draft.shape(value).sizes;
  sizes.back() = 1;
  return sizes;
}

// The input, which several operations read, is copied to the scratchpads first if it finds room
// there.
ValueId kept_input(const Request& r, Draft& draft, ValueId in) {
  if (r.copies == Copies::None) return in;
  const ValueId copy = draft.like(in);
  draft.copy(in, copy, true);
  return copy;
}

void rms_norm(const Request& r, Draft& draft) {
  const ValueId in = draft.input("in_0", {r.rows, r.cols}), epsilon = draft.input("epsilon", {});
  const ValueId weight = draft.input("weight", {r.cols}),
                out = draft.output("out_0", {r.rows, r.cols});
  add_rms_norm_steps(draft, kept_input(r, draft, in), epsilon, weight, out);
}

// Mean and mean square in one pass, the scale from them, then the elements.
void layer_norm(const Request& r, Draft& draft) {
  constexpr double kEpsilon = 1e-5;  // PyTorch's default
  const ValueId in = draft.input("in_0", {r.rows, r.cols});
  const ValueId weight = draft.input("weight", {r.cols}), bias = draft.input("bias", {r.cols});
  const ValueId out = draft.output("out_0", {r.rows, r.cols});
  const ValueId x = kept_input(r, draft, in);
  const ValueId statistics = draft.statistics(one_a_row(draft, x)),
                scale = draft.statistics(one_a_row(draft, x));
  draft.reduce(OpCode::Exx2, OpCode::Exx2, x, statistics);
  draft.kernel.steps.back().constants = {
      constant("exx2scale", 1.0 / static_cast<double>(r.cols), draft.format()),
      constant("useZeroMean", 0, draft.format())};
  draft.on_statistics(OpCode::LayerNormScale, {statistics}, scale);
  draft.kernel.steps.back().constants = {constant("eps", kEpsilon, draft.format())};
  draft.elementwise(OpCode::LayerNormNorm, {x, statistics, scale, weight, bias}, out);
}

}  // namespace

void add_rms_norm_steps(Draft& draft, ValueId in, ValueId epsilon, ValueId weight, ValueId out) {
  const Sizes one = one_a_row(draft, in);
  const ValueId square = draft.like(in), mean = draft.statistics(one), sum = draft.statistics(one);
  const ValueId root = draft.statistics(one), scaled = draft.like(in);
  draft.elementwise(OpCode::Mul, {in, in}, square);
  draft.reduce(OpCode::Mean, OpCode::MeanNonstick, square, mean);
  draft.on_statistics(OpCode::Add, {mean, epsilon}, sum);
  draft.on_statistics(OpCode::Rsqrt, {sum}, root);
  draft.elementwise(OpCode::Mul, {in, root}, scaled);
  draft.elementwise(OpCode::Mul, {scaled, weight}, out);
}

void add_norms(std::vector<Entry>& entries) {
  entries.push_back(
      {{"rms_norm", "root mean square norm of each row", {"rows", "cols"}, {"copies"}}, rms_norm});
  entries.push_back(
      {{"layer_norm", "layer norm of each row", {"rows", "cols"}, {"copies"}}, layer_norm});
}

}  // namespace spyre::make
