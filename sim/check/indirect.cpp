// Tables read or written through an index (IND-01, 02, 03) and windows (WIN-01).
#include <algorithm>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

const plan::Tensor* partner_of(const plan::Operation& op, const plan::Tensor& tensor) {
  const bool known = tensor.partner >= 0 && tensor.partner < static_cast<int>(op.tensors.size());
  return known ? &op.tensors[static_cast<std::size_t>(tensor.partner)] : nullptr;
}

void check_partner(const Site& site, const plan::Tensor& tensor) {
  const plan::Tensor* partner = partner_of(site.op, tensor);
  const bool mutual = partner != nullptr && partner_of(site.op, *partner) == &tensor;
  if (mutual && partner->indirection != tensor.indirection) return;
  site.report(
      "IND-01", Severity::Error,
      {.message = fmt::format(
           "{} and its {} do not name each other", titled(tensor),
           tensor.indirection == plan::Indirection::IndexTensor ? "value tensor" : "index tensor"),
       .tensor = &tensor,
       .cores = site.cores(),
       .found = partner == nullptr ? "no partner" : partner->name,
       .expected = "a mutual link"});
}

void check_kind(const Site& site, const plan::Tensor& tensor) {
  if (tensor.in_lx()) {
    site.report("IND-01", Severity::Error,
                {.message = titled(tensor) + " is used indirectly, which needs memory",
                 .tensor = &tensor,
                 .cores = site.cores(),
                 .found = "LX",
                 .expected = "memory"});
  }
  const bool index = tensor.indirection == plan::Indirection::IndexTensor;
  if (!index || tensor.format == plan::Format::SenUint32) return;
  site.report("IND-01", Severity::Error,
              {.message = fmt::format("{} holds row numbers as {}", titled(tensor),
                                      plan::name(tensor.format)),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = std::string(plan::name(tensor.format)),
               .expected = "SENUINT32"});
}

// A row is contiguous when nothing but single entries stands outside the first indexed dimension.
void check_outermost(const Site& site, const plan::Tensor& table) {
  const plan::Tensor* index = partner_of(site.op, table);
  if (index == nullptr) return;
  bool indexed = false;
  for (const plan::LayoutLevel& level : table.layout) {
    const bool through_index = present(*index, level.dim);
    const plan::Dim& dim = site.op.dims[static_cast<std::size_t>(level.dim)];
    if (indexed && !through_index && dim.extent > stick_elements(table, level.dim)) {
      site.report(
          "IND-02", Severity::Warning,
          {.message = fmt::format("rows of {} are not contiguous: {} lies outside the indexed "
                                  "dimension, so the number of rows comes from the argument",
                                  titled(table), dim.name),
           .tensor = &table,
           .cores = site.cores(),
           .found = dim.name + " outermost",
           .expected = "the indexed dimension outermost"});
      return;
    }
    indexed |= through_index && dim.extent > 1;
  }
}

void check_base(const Site& site, const plan::Tensor& table) {
  std::vector<int> wrong;
  for (std::size_t core = 0; core < table.start.size(); ++core) {
    const std::int64_t base = table.start[core] - share_offset(site.op, table, core);
    const std::int64_t first = table.start.front() - share_offset(site.op, table, 0);
    if (base != first) wrong.push_back(static_cast<int>(core));
  }
  if (wrong.empty()) return;
  site.report("IND-03", Severity::Error,
              {.message = fmt::format("{} starts at {} on core {} and elsewhere on {{cores}}",
                                      titled(table), grouped(table.start.front()), site.core(0)),
               .tensor = &table,
               .cores = site.cores(wrong),
               .found = grouped(table.start[static_cast<std::size_t>(wrong.front())]),
               .expected = grouped(table.start.front())});
}

void check_window(const Site& site, const plan::Dim& dim) {
  const plan::Window& window = *dim.window;
  if (window.window_dim < 0) return;
  const std::int64_t taps = site.op.dims[static_cast<std::size_t>(window.window_dim)].extent;
  const std::int64_t span =
      plus(times(dim.extent - 1, window.stride), times(taps - 1, window.dilation) + 1);
  if (span <= window.total_size) return;
  site.report(
      "WIN-01", Severity::Error,
      {.message = fmt::format("{} outputs along {} with a window of {} and stride {} consume {} "
                              "elements, the padded input has {}",
                              grouped(dim.extent), dim.name, taps, window.stride, grouped(span),
                              grouped(window.total_size)),
       .cores = site.cores(),
       .found = grouped(span),
       .expected = "at most " + grouped(window.total_size)});
}

}  // namespace

void check_indirect(const Site& site) {
  for (const plan::Tensor& tensor : site.op.tensors) {
    if (tensor.indirection == plan::Indirection::None) continue;
    check_partner(site, tensor);
    check_kind(site, tensor);
    if (tensor.indirection != plan::Indirection::ValueTensor) continue;
    check_outermost(site, tensor);
    check_base(site, tensor);
  }
}

void check_windows(const Site& site) {
  for (const plan::Dim& dim : site.op.dims) {
    if (dim.window) check_window(site, dim);
  }
}

}  // namespace spyre::check
