// Softmax of each row, whole or in a loop over tiles of the rows.
#include "sim/make/blocks.hpp"
#include "sim/make/registry.hpp"

namespace spyre::make {
namespace {

using plan::OpCode;

struct Form {
  bool exponential = true;
  Copies habit = Copies::None;
};

// Inputs copied in are read once; a result copied out waits in the scratchpads. Today's front end
// copies both if it can (Both); the measured kernels read the input twice and copy out only from
// the scratchpads of a tile loop.
void kernel(const Request& r, const Form& form, Draft& draft) {
  const Copies copies = r.copies == Copies::Default ? form.habit : r.copies;
  const bool in_loop = r.tiles > 1;
  draft.kernel.tiles = r.tiles;
  const ValueId in = draft.input("in_0", {r.rows, r.cols});
  std::optional<ValueId> factor;
  if (!form.exponential) factor = draft.input("in_1", {});
  const ValueId out = draft.output("out_0", {r.rows, r.cols});
  ValueId from = in, to = out;
  if (copies == Copies::Both) {
    from = draft.like(in);
    draft.copy(in, from, !in_loop);
  }
  if (copies != Copies::None && in_loop) to = draft.like(out);
  add_softmax_steps(draft, from, to, factor);
  if (to != out) draft.copy(to, out, copies != Copies::Both);
}

}  // namespace

void add_softmax_steps(Draft& draft, ValueId in, ValueId out, std::optional<ValueId> factor) {
  std::vector<std::int64_t> one = draft.tile(out);
  one.back() = 1;
  const ValueId largest = draft.statistics(one), shifted = draft.like(in);
  draft.reduce(OpCode::Max, OpCode::MaxNonstick, in, largest);
  draft.elementwise(OpCode::Sub, {in, largest}, shifted);
  const ValueId powers = draft.like(in), sum = draft.statistics(one);
  if (factor)
    draft.elementwise(OpCode::Mul, {shifted, *factor}, powers);
  else
    draft.elementwise(OpCode::Exp, {shifted}, powers);
  draft.reduce(OpCode::Sum, OpCode::SumNonstick, powers, sum);
  draft.elementwise(OpCode::RealDiv, {powers, sum}, out);
}

void add_softmax(std::vector<Entry>& entries) {
  const auto add = [&](const char* name, const char* meaning, Form form) {
    entries.push_back({{name, meaning, {"rows", "cols"}, {"tiles", "copies"}},
                       [form](const Request& r, Draft& draft) { kernel(r, form, draft); }});
  };
  add("softmax", "of each row, as today's front end writes it", {true, Copies::Both});
  add("softmax_row_tiling", "of each row, in a loop over tiles of the rows", {true, Copies::Out});
  add("softmax_unrolled", "the same, measured without a loop", {true, Copies::Out});
  add("softmax_noexp_row_tiling", "the same with a multiplication in place of exp",
      {false, Copies::Out});
}

}  // namespace spyre::make
