// Inputs and outputs of one operation that overlap: in place is legal, shifted is not (ADR-10,
// LX-03).
#include <algorithm>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// An operation whose every result element needs other elements of its operands.
bool needs_neighbours(plan::OpCode op) {
  return plan::is_matmul(op) || plan::is_convolution(op) || plan::is_reduction(op) ||
         op == plan::OpCode::ReStickifyHbm || op == plan::OpCode::ReStickifyLx ||
         op == plan::OpCode::TopkValue || op == plan::OpCode::TopkIndex;
}

Box touched_box(const Site& site, const plan::Tensor& tensor) {
  return tensor.in_lx() ? core_box(tensor, 0) : whole_box(site.op, tensor);
}

bool in_place(const Site& site, const plan::Tensor& input, const plan::Tensor& output) {
  return !needs_neighbours(site.op.op) && input.start == output.start &&
         touched_box(site, input) == touched_box(site, output);
}

bool comparable(const plan::Tensor& input, const plan::Tensor& output) {
  return input.component == output.component && input.loop_stride == output.loop_stride &&
         input.indirection == plan::Indirection::None &&
         output.indirection == plan::Indirection::None && !(input.in_lx() && input.own_slice);
}

void check_pair(const Site& site, const plan::Tensor& input, const plan::Tensor& output) {
  if (!comparable(input, output) || in_place(site, input, output)) return;
  const Box read = touched_box(site, input), written = touched_box(site, output);
  if (!overlap(read, written)) return;
  const bool lx = output.in_lx();
  site.report(lx ? "LX-03" : "ADR-10", lx ? Severity::Error : Severity::Warning,
              {.message = fmt::format(
                   "{} writes bytes of {} to {} that {} still reads from {} to {}", titled(output),
                   plan::name(site.op.op), grouped(written.bounds().begin), titled(input),
                   grouped(read.bounds().begin), grouped(read.bounds().end)),
               .tensor = &output,
               .cores = site.cores(),
               .found = fmt::format("{}-{}", grouped(written.bounds().begin),
                                    grouped(written.bounds().end)),
               .expected = "the same elements in place, or other bytes"});
}

}  // namespace

void check_hazards(const Site& site) {
  for (const plan::TensorId out : site.op.outputs) {
    for (const plan::TensorId in : site.op.inputs) {
      if (in == out) continue;
      check_pair(site, site.op.tensors[static_cast<std::size_t>(in)],
                 site.op.tensors[static_cast<std::size_t>(out)]);
    }
  }
}

}  // namespace spyre::check
