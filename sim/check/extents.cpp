// What an operation walks against what its tensors allocate (ADR-09, ADR-11, ADR-12).
#include <algorithm>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// Rows of a table are reached through an index; a restickify skips what one side does not have; the
// last share of a symbolic dimension may be a smaller one.
bool extent_unknown(const Site& site, const plan::Tensor& tensor, plan::DimId d) {
  const auto at = static_cast<std::size_t>(d);
  return tensor.indirection == plan::Indirection::ValueTensor || tensor.dims[at].gap_is_shortfall ||
         (site.op.dims[at].symbolic && site.op.dims[at].slices > 1);
}

std::int64_t last_unit(const Site& site, const plan::Tensor& tensor,
                       const plan::LayoutLevel& level) {
  const plan::TensorDim& dim = tensor.dims[static_cast<std::size_t>(level.dim)];
  if (tensor.in_lx() || dim.core_factor <= 1) return level.core_units;
  std::int64_t highest = 0;
  for (std::size_t core = 0; core < site.op.cores.size(); ++core) {
    highest = std::max(highest, slice_of(site.op, tensor, core, level.dim));
  }
  return times(highest, dim.core_alpha) / stick_elements(tensor, level.dim) + level.core_units;
}

void check_level(const Site& site, const plan::Tensor& tensor, const plan::LayoutLevel& level) {
  const std::int64_t last = last_unit(site, tensor, level);
  if (extent_unknown(site, tensor, level.dim) || last <= level.units) return;
  const std::string unit = in_stick(tensor, level.dim) ? "stick" : "element";
  site.report("ADR-09", Severity::Error,
              {.message = fmt::format("{} holds {} along {}, but the operation walks {}",
                                      titled(tensor), counted(level.units, unit),
                                      site.op.dims[static_cast<std::size_t>(level.dim)].name,
                                      grouped(last)),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(last),
               .expected = "at most " + grouped(level.units)});
}

void check_gap(const Site& site, const plan::Tensor& tensor, std::size_t d) {
  const std::int64_t gap = tensor.dims[d].back_gap;
  const std::int64_t stick = stick_elements(tensor, static_cast<plan::DimId>(d));
  if (gap >= 0 && gap % stick == 0) return;
  site.report("ADR-11", gap < 0 ? Severity::Error : Severity::Warning,
              {.message = fmt::format("{} has a gap of {} elements behind {}", titled(tensor),
                                      grouped(gap), site.op.dims[d].name),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(gap),
               .expected = stick > 1 ? fmt::format("a multiple of {}", stick) : "0 or more"});
}

void check_absent_split(const Site& site, const plan::Tensor& tensor, std::size_t d) {
  const plan::TensorDim& dim = tensor.dims[d];
  if (dim.scale == 1 || dim.core_factor <= 1) return;
  site.report("ADR-12", Severity::Error,
              {.message = fmt::format("{} is split {} ways along {}, which it does not have",
                                      titled(tensor), dim.core_factor, site.op.dims[d].name),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(dim.core_factor),
               .expected = "1"});
}

}  // namespace

void check_extents(const Site& site) {
  for (const plan::Tensor& tensor : site.op.tensors) {
    for (const plan::LayoutLevel& level : tensor.layout) check_level(site, tensor, level);
    for (std::size_t d = 0; d < tensor.dims.size(); ++d) {
      check_gap(site, tensor, d);
      check_absent_split(site, tensor, d);
    }
  }
}

}  // namespace spyre::check
