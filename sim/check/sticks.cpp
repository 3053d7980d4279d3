// Which dimension an operation of the vector unit may hold in a stick (STK-04, 05, 06, 08).
#include <algorithm>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

constexpr std::int64_t kMaximumK = 128;

std::string stick_name(const plan::Operation& op, const plan::Tensor& tensor) {
  return tensor.sticks.empty() ? "nothing"
                               : op.dims[static_cast<std::size_t>(tensor.sticks.front().dim)].name;
}

// Operations that treat every lane alike, so that all operands must agree on the stick.
bool lane_by_lane(plan::OpCode op) {
  using plan::OpCode;
  return (op >= OpCode::Add && op <= OpCode::Relu6Fwd) && op != OpCode::LayerNormScale;
}

bool plain(const plan::Tensor& tensor) {
  return tensor.sticks.size() == 1 && tensor.indirection != plan::Indirection::IndexTensor;
}

void check_same_stick(const Site& site, const plan::Tensor& output) {
  for (const plan::TensorId id : site.op.inputs) {
    const plan::Tensor& input = tensor_of(site.op, id);
    if (!plain(input) || !present(input, input.sticks.front().dim)) continue;
    if (input.sticks.front().dim == output.sticks.front().dim) continue;
    site.report(
        "STK-04", Severity::Error,
        {.message = fmt::format("{} holds {} in a stick, the output holds {}", titled(input),
                                stick_name(site.op, input), stick_name(site.op, output)),
         .tensor = &input,
         .cores = site.cores(),
         .found = stick_name(site.op, input),
         .expected = stick_name(site.op, output)});
  }
}

void check_whole_broadcast(const Site& site, const plan::Tensor& tensor) {
  if (!plain(tensor)) return;
  const plan::DimId stick = tensor.sticks.front().dim;
  if (tensor.dims[static_cast<std::size_t>(stick)].scale != -1) return;
  site.report(
      "STK-04", Severity::Error,
      {.message = fmt::format("{} is broadcast along {} element by element, which is in its stick",
                              titled(tensor), stick_name(site.op, tensor)),
       .tensor = &tensor,
       .cores = site.cores(),
       .found = "scale -1",
       .expected = "scale -2"});
}

void check_lanes(const Site& site) {
  const plan::Tensor& output = tensor_of(site.op, site.op.outputs.front());
  if (plain(output)) check_same_stick(site, output);
  for (const plan::Tensor& tensor : site.op.tensors) check_whole_broadcast(site, tensor);
}

void check_stick_reduction(const Site& site) {
  const plan::Tensor& input = tensor_of(site.op, site.op.inputs.front());
  const plan::Tensor& output = tensor_of(site.op, site.op.outputs.front());
  if (!plain(input)) return;
  const plan::DimId stick = input.sticks.front().dim;
  const std::vector<plan::DimId> reduced = reduced_dims(site.op);
  const bool in_reduced = std::find(reduced.begin(), reduced.end(), stick) != reduced.end();
  if (in_reduced && output.dims[static_cast<std::size_t>(stick)].scale == -2) return;
  site.report("STK-05", Severity::Error,
              {.message = fmt::format(
                   "{} reduces the stick dimension, but {} holds {}, which the output {}",
                   plan::name(site.op.op), titled(input), stick_name(site.op, input),
                   in_reduced ? "does not hold as one value per stick" : "keeps"),
               .tensor = &input,
               .cores = site.cores(),
               .found = stick_name(site.op, input),
               .expected = "the reduced dimension in the stick, scale -2 on the output"});
}

// Of top-k: the searched dimension is in the input only, k in the output only.
bool searched_or_k(const plan::Operation& op, plan::DimId d) {
  return present(tensor_of(op, op.inputs.front()), d) !=
         present(tensor_of(op, op.outputs.front()), d);
}

void check_topk(const Site& site) {
  const plan::Operation& op = site.op;
  for (const plan::Tensor& tensor : op.tensors) {
    if (!plain(tensor) || !searched_or_k(op, tensor.sticks.front().dim)) continue;
    site.report("STK-06", Severity::Error,
                {.message = fmt::format("{} holds {} in a stick, along which {} works",
                                        titled(tensor), stick_name(op, tensor), plan::name(op.op)),
                 .tensor = &tensor,
                 .cores = site.cores(),
                 .found = stick_name(op, tensor),
                 .expected = "another dimension in the stick"});
  }
  for (plan::DimId d = 0; d < static_cast<plan::DimId>(op.dims.size()); ++d) {
    const plan::Dim& dim = op.dims[static_cast<std::size_t>(d)];
    const bool is_k = searched_or_k(op, d) && present(tensor_of(op, op.outputs.front()), d);
    if (!is_k || dim.extent <= kMaximumK) continue;
    site.report("STK-06", Severity::Error,
                {.message = fmt::format("k is {}, at most {} elements can be kept",
                                        grouped(dim.extent), kMaximumK),
                 .cores = site.cores(),
                 .found = grouped(dim.extent),
                 .expected = fmt::format("at most {}", kMaximumK)});
  }
}

void check_restickify(const Site& site) {
  const plan::Tensor& input = tensor_of(site.op, site.op.inputs.front());
  const plan::Tensor& output = tensor_of(site.op, site.op.outputs.front());
  if (plan::element_bits(input.format) != 16 || plan::element_bits(output.format) != 16) {
    site.report("STK-08", Severity::Error,
                {.message = fmt::format("{} of {} to {}: only 16-bit elements can be turned",
                                        plan::name(site.op.op), plan::name(input.format),
                                        plan::name(output.format)),
                 .tensor = &input,
                 .cores = site.cores(),
                 .found = std::string(plan::name(input.format)),
                 .expected = "SEN169_FP16"});
  }
  if (!plain(input) || !plain(output)) return;
  if (input.sticks.front().dim != output.sticks.front().dim) return;
  // A compiled attention kernel copies this way, so it is no error.
  site.report("STK-08", Severity::Warning,
              {.message = fmt::format("input and output of {} both hold {} in a stick",
                                      plan::name(site.op.op), stick_name(site.op, input)),
               .tensor = &input,
               .cores = site.cores(),
               .found = stick_name(site.op, output),
               .expected = "another dimension in the output's stick"});
}

}  // namespace

void check_sticks(const Site& site) {
  if (site.op.inputs.empty() || site.op.outputs.empty()) return;
  if (lane_by_lane(site.op.op)) check_lanes(site);
  if (is_stick_reduction(site.op.op)) check_stick_reduction(site);
  if (is_topk(site.op.op)) check_topk(site);
  if (is_restickify(site.op.op)) check_restickify(site);
}

}  // namespace spyre::check
