// Matmuls: single, batched, with shared weight, tiled over rows.
#include "sim/make/registry.hpp"

#include "models/base/error.hpp"
#include "models/base/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace spyre::make {
namespace {

using Sizes = std::vector<std::int64_t>;

std::vector<int> permutation(const std::string& field, const std::string& text) {
  std::vector<int> out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) {
    out.push_back(word.size() == 1 && word[0] >= '0' && word[0] <= '2' ? word[0] - '0' : -1);
  }
  std::vector<int> sorted = out;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != std::vector<int>{0, 1, 2}) {
    throw Error(ErrorKind::Input, field, fmt::format("'{}' is no order of three dimensions", text),
                "0,1,2 or 1,0,2");
  }
  return out;
}

// A single batch lies outermost, as if it were not there.
DeviceShape operand_shape(Sizes sizes, const std::string& field, const std::string& layout,
                          plan::Format format) {
  if (!layout.empty()) return permuted_shape(std::move(sizes), permutation(field, layout), format);
  DeviceShape shape = default_shape(std::move(sizes), format);
  if (shape.sizes.front() == 1) shape.order = {1, 2, 0};
  return shape;
}

void batched(const Request& r, bool shared_weight, Draft& draft) {
  const auto shape = [&](Sizes sizes, const char* field, const std::string& layout) {
    return operand_shape(std::move(sizes), field, layout, draft.format());
  };
  Kernel& kernel = draft.kernel;
  const ValueId a =
      add_value(kernel, "in_0", shape({r.batch, r.m, r.k}, "layout_a", r.layout_a), Origin::Input);
  DeviceShape weight = default_shape({r.k, r.n}, draft.format());
  if (!shared_weight) weight = shape({r.batch, r.k, r.n}, "layout_b", r.layout_b);
  // In the order the front end keeps for a weight of one batch.
  if (!shared_weight && r.batch == 1 && r.layout_b.empty()) weight.order = {2, 1, 0};
  const ValueId b = add_value(kernel, "in_1", std::move(weight), Origin::Input);
  const ValueId out =
      add_value(kernel, "out_0", shape({r.batch, r.m, r.n}, "out", ""), Origin::Output);
  draft.matmul(a, b, out, r.split);
}

// Rows of the weight are filled up with zeros to a whole stick of the first operand.
ValueId padded_weight(const Request& r, Draft& draft) {
  const ValueId zero = draft.input("zero", {}), weight = draft.input("in_1", {r.k, r.n});
  const ValueId padded =
      draft.intermediate({round_up(r.k, elements_per_stick(draft.format())), r.n});
  draft.elementwise(plan::OpCode::Identity, {zero}, padded);
  const Space space = space_of(draft.shape(weight));
  draft.move(space, aligned(draft.kernel, weight, space), {padded, {0, 1}, {0, 0}});
  return padded;
}

void single(const Request& r, Draft& draft) {
  if (r.k % elements_per_stick(draft.format()) != 0) {
    const ValueId b = padded_weight(r, draft), a = draft.input("in_0", {r.m, r.k});
    return draft.matmul(a, b, draft.output("out_0", {r.m, r.n}), r.split);
  }
  const ValueId a = draft.input("in_0", {r.m, r.k}), b = draft.input("in_1", {r.k, r.n});
  draft.matmul(a, b, draft.output("out_0", {r.m, r.n}), r.split);
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
  const ValueId a = draft.input("in_0", {r.m, r.k}), b = draft.input("in_1", {r.k, r.n});
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
    entries.push_back({{name, "m × k by k × n", flat}, single});
  }
  entries.push_back(
      {{"matmul_row_tiling", "the same in a loop over tiles of the rows", flat}, row_tiled});
  for (const char* name : {"bmm", "bmm_wd", "bmm_layout"}) {
    entries.push_back({{name, "batch × m × k by batch × k × n", deep},
                       [](const Request& r, Draft& draft) { batched(r, false, draft); }});
  }
  entries.push_back({{"bmm_wd_3d2d", "batch × m × k by k × n, one weight for all", deep},
                     [](const Request& r, Draft& draft) { batched(r, true, draft); }});
}

}  // namespace spyre::make
