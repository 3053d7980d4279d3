// Matmuls: single, batched, with shared weight, tiled over rows.
#include "sim/make/registry.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

namespace spyre::make {
namespace {

using Sizes = std::vector<std::int64_t>;

// The columns stay inside the sticks, so only batch and rows may change places.
std::vector<int> permutation(const std::string& field, const std::string& text) {
  if (text == "0,1,2") return {0, 1, 2};
  if (text == "1,0,2") return {1, 0, 2};
  throw Error(ErrorKind::Input, field, fmt::format("found '{}'", text), "0,1,2 or 1,0,2");
}

DeviceShape laid_out(Sizes sizes, const std::string& field, const std::string& layout,
                     plan::Format format) {
  if (layout.empty()) return default_shape(std::move(sizes), format);
  return permuted_shape(std::move(sizes), permutation(field, layout), format);
}

// Rows and results of a single batch lie as if there were none.
DeviceShape single_batch_outermost(DeviceShape shape) {
  if (shape.sizes.front() == 1) shape.order = {1, 2, 0};
  return shape;
}

void batched(const Request& r, bool shared_weight, Draft& draft) {
  const plan::Format format = draft.format();
  DeviceShape rows = laid_out({r.batch, r.m, r.k}, "layout_a", r.layout_a, format);
  if (r.layout_a.empty()) rows = single_batch_outermost(std::move(rows));
  DeviceShape weight = default_shape({r.k, r.n}, format);
  if (!shared_weight) weight = laid_out({r.batch, r.k, r.n}, "layout_b", r.layout_b, format);
  DeviceShape result = single_batch_outermost(default_shape({r.batch, r.m, r.n}, format));
  const ValueId a = add_value(draft.kernel, "in_0", std::move(rows), Origin::Input);
  const ValueId b = add_value(draft.kernel, "in_1", std::move(weight), Origin::Input);
  const ValueId out = add_value(draft.kernel, "out_0", std::move(result), Origin::Output);
  draft.matmul(a, b, out, r.split);
}

// Arguments in the order the front end numbers them: where the weight must be padded, what pads it
// comes first.
struct Operands {
  ValueId a = -1, b = -1;
};
Operands operands(const Request& r, Draft& draft) {
  if (r.k % elements_per_stick(draft.format()) == 0) {
    const ValueId a = draft.input("in_0", {r.m, r.k});
    return {a, draft.input("in_1", {r.k, r.n})};
  }
  draft.zero();
  const ValueId b = draft.padded_rows(draft.input("in_1", {r.k, r.n}));
  return {draft.input("in_0", {r.m, r.k}), b};
}

void single(const Request& r, Draft& draft) {
  const Operands in = operands(r, draft);
  draft.matmul(in.a, in.b, draft.output("out_0", {r.m, r.n}), r.split);
}

// A loop over tiles of the rows. By habit the loop writes its tile of the result where it belongs,
// as the measured kernels do; today's front end puts it aside and copies it (Out).
void row_tiled(const Request& r, Draft& draft) {
  if (r.tiles == 1) return single(r, draft);
  if (r.copies == Copies::Both) {
    throw Error(ErrorKind::Input, "copies", "a tiled matmul does not copy its inputs",
                "none or out");
  }
  draft.kernel.tiles = r.tiles;
  const auto [a, b] = operands(r, draft);
  const ValueId out = draft.output("out_0", {r.m, r.n});
  if (r.copies != Copies::Out) return draft.matmul(a, b, out, r.split);
  const ValueId tile = draft.intermediate({r.m / r.tiles, r.n});
  draft.matmul(a, b, tile, r.split);
  draft.copy(tile, out, false);
}

}  // namespace

void add_matmuls(std::vector<Entry>& entries) {
  const std::vector<std::string> flat{"m", "k", "n"}, deep{"batch", "m", "k", "n"};
  for (const char* name : {"mm", "matmul", "mmwd"}) {
    entries.push_back({{name, "m × k by k × n", flat, {"split"}}, single});
  }
  entries.push_back({{"matmul_row_tiling",
                      "the same in a loop over tiles of the rows",
                      flat,
                      {"split", "tiles", "copies"}},
                     row_tiled});
  for (const char* name : {"bmm", "bmm_wd", "bmm_layout"}) {
    entries.push_back(
        {{name, "batch × m × k by batch × k × n", deep, {"split", "layout_a", "layout_b"}},
         [](const Request& r, Draft& draft) { batched(r, false, draft); }});
  }
  entries.push_back(
      {{"bmm_wd_3d2d", "batch × m × k by k × n, one weight for all", deep, {"split", "layout_a"}},
       [](const Request& r, Draft& draft) { batched(r, true, draft); }});
}

}  // namespace spyre::make
