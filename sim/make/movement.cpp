// Transpositions and concatenations.
#include "sim/make/registry.hpp"

#include "models/base/error.hpp"

namespace spyre::make {
namespace {

using Sizes = std::vector<std::int64_t>;

// Copies `from` to `to`, whose dimensions are the space; `along` says where those of `from` run in
// it.
void move(Draft& draft, const Sizes& from, const Sizes& to, std::vector<int> along) {
  const ValueId in = draft.input("in_0", from), out = draft.output("out_0", to);
  const Space space = space_of(draft.shape(out));
  draft.move(space, {in, std::move(along)}, aligned(draft.kernel, out, space));
}

// A tensor in the scratchpads, from the division asked for to the default one, between two
// operations that keep it there.
void relayout(const Request& r, Draft& draft) {
  const Sizes sizes{r.rows, r.cols};
  const ValueId made = draft.intermediate(sizes);
  draft.elementwise(plan::OpCode::Neg, {draft.input("in_0", sizes)}, made, r.split);
  draft.elementwise(plan::OpCode::Neg, {draft.relayout(made)}, draft.output("out_0", sizes));
}

}  // namespace

void add_movement(std::vector<Entry>& entries) {
  const auto transpose = [](const Request& r, Draft& draft) {
    if (r.rows < 2)
      throw Error(ErrorKind::Input, "rows", "a single row has no other stick dimension",
                  "at least 2");
    move(draft, {r.rows, r.cols}, {r.cols, r.rows}, {1, 0});
  };
  entries.push_back({{"transpose",
                      "rows × cols to cols × rows: another dimension in the sticks",
                      {"rows", "cols"},
                      {}},
                     transpose});
  entries.push_back(
      {{"restickify", "the same operation by its name on the card", {"rows", "cols"}, {}},
       transpose});
  entries.push_back(
      {{"transpose_outer",
        "rows × middle × cols to middle × rows × cols",
        {"rows", "middle", "cols"},
        {}},
       [](const Request& r, Draft& draft) {
         move(draft, {r.rows, r.middle, r.cols}, {r.middle, r.rows, r.cols}, {1, 0, 2});
       }});
  entries.push_back({{"cat0", "a tensor twice, one below the other", {"rows", "cols"}, {}},
                     [](const Request& r, Draft& draft) {
                       move(draft, {r.rows, r.cols}, {2, r.rows, r.cols}, {1, 2});
                     }});
  entries.push_back({{"cat1", "a tensor twice, side by side", {"rows", "cols"}, {}},
                     [](const Request& r, Draft& draft) {
                       move(draft, {r.rows, r.cols}, {r.rows, 2, r.cols}, {0, 2});
                     }});
  entries.push_back({{"relayout",
                      "a tensor moved between scratchpads, from --split to the default division",
                      {"rows", "cols"},
                      {"split"}},
                     relayout});
}

}  // namespace spyre::make
