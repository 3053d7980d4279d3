// How the work of an operation is divided over cores (WRK-01 … WRK-10).
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

using Tuple = std::vector<std::int64_t>;

std::int64_t promised_cores(const plan::Operation& op) {
  std::int64_t product = 1;
  for (const plan::Dim& dim : op.dims) product = times(product, dim.slices);
  return product;
}

// "mb 3, out 0", the divided dimensions only.
std::string named(const plan::Operation& op, const Tuple& slices) {
  std::string text;
  for (std::size_t d = 0; d < op.dims.size(); ++d) {
    if (op.dims[d].slices <= 1) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", op.dims[d].name, slices[d]);
  }
  return text.empty() ? "the whole" : text;
}

void check_core_count(const Site& site) {
  const auto cores = static_cast<std::int64_t>(site.op.cores.size());
  const std::int64_t promised = promised_cores(site.op);
  if (cores == promised) return;
  const bool repeated = promised > 0 && cores % promised == 0;
  site.report("WRK-01", repeated ? Severity::Warning : Severity::Error,
              {.message = fmt::format("the split gives {}, the operation uses {}{}",
                                      counted(promised, "work slice"), counted(cores, "core"),
                                      repeated ? ": the work is repeated" : ""),
               .cores = site.cores(),
               .found = counted(cores, "core"),
               .expected = grouped(promised) + " or a multiple"});
}

void check_slice_range(const Site& site) {
  for (std::size_t d = 0; d < site.op.dims.size(); ++d) {
    std::vector<int> wrong;
    for (std::size_t core = 0; core < site.op.cores.size(); ++core) {
      const std::int64_t slice = site.op.slice[core][d];
      if (slice < 0 || slice >= site.op.dims[d].slices) wrong.push_back(static_cast<int>(core));
    }
    if (wrong.empty()) continue;
    const std::int64_t slice = site.op.slice[static_cast<std::size_t>(wrong.front())][d];
    site.report(
        "WRK-02", Severity::Error,
        {.message = fmt::format("{{cores}} hold slice {} of {}, which has {}", slice,
                                site.op.dims[d].name, counted(site.op.dims[d].slices, "slice")),
         .cores = site.cores(wrong),
         .found = grouped(slice),
         .expected = fmt::format("0 to {}", site.op.dims[d].slices - 1)});
  }
}

bool next_tuple(const plan::Operation& op, Tuple& tuple) {
  for (std::size_t d = 0; d < tuple.size(); ++d) {
    if (++tuple[d] < op.dims[d].slices) return true;
    tuple[d] = 0;
  }
  return false;
}

// The first slice tuple nobody holds; only called when one is missing, so the walk is short.
Tuple missing_tuple(const plan::Operation& op, const std::map<Tuple, std::vector<int>>& holders) {
  Tuple tuple(op.dims.size(), 0);
  while (holders.count(tuple) != 0 && next_tuple(op, tuple)) {
  }
  return tuple;
}

void check_tuples(const Site& site) {
  const auto cores = static_cast<std::int64_t>(site.op.cores.size());
  const std::int64_t promised = promised_cores(site.op);
  if (promised <= 0 || cores % promised != 0) return;
  std::map<Tuple, std::vector<int>> holders;
  for (std::size_t core = 0; core < site.op.cores.size(); ++core) {
    holders[site.op.slice[core]].push_back(static_cast<int>(core));
  }
  const auto doubled = std::find_if(holders.begin(), holders.end(), [&](const auto& entry) {
    return static_cast<std::int64_t>(entry.second.size()) > cores / promised;
  });
  if (doubled == holders.end()) return;
  const bool omitted = static_cast<std::int64_t>(holders.size()) < promised;
  const std::string missing =
      omitted ? "; nobody does " + named(site.op, missing_tuple(site.op, holders)) : "";
  site.report("WRK-02", Severity::Error,
              {.message = fmt::format("{{cores}} all do the slice ({}){}",
                                      named(site.op, doubled->first), missing),
               .cores = site.cores(doubled->second),
               .found = counted(static_cast<std::int64_t>(holders.size()), "different slice"),
               .expected = grouped(promised)});
}

bool contains(const std::vector<plan::DimId>& dims, std::size_t d) {
  return std::find(dims.begin(), dims.end(), static_cast<plan::DimId>(d)) != dims.end();
}

void check_cover(const Site& site, std::size_t d, bool reduced) {
  const plan::Dim& dim = site.op.dims[d];
  const std::int64_t covered = times(dim.per_core, dim.slices);
  const bool fits = reduced && !dim.symbolic ? covered == dim.extent : covered >= dim.extent;
  if (fits) return;
  site.report(reduced ? "WRK-04" : "WRK-05", Severity::Error,
              {.message = fmt::format("{} of {} elements of {} cover {} of its {} elements{}",
                                      counted(dim.slices, "share"), grouped(dim.per_core), dim.name,
                                      grouped(covered), grouped(dim.extent),
                                      reduced ? ", which is reduced" : ""),
               .cores = site.cores(),
               .found = grouped(covered),
               .expected = grouped(dim.extent)});
}

void report_uncut(const Site& site, const plan::Tensor& tensor, std::size_t d) {
  const plan::Dim& dim = site.op.dims[d];
  const std::int64_t factor = tensor.dims[d].core_factor;
  site.report(
      "WRK-06", Severity::Warning,
      {.message = fmt::format("{} is cut into {} along {}, the operation into {}", titled(tensor),
                              counted(factor, "share"), dim.name, grouped(dim.slices)),
       .tensor = &tensor,
       .cores = site.cores(),
       .found = grouped(factor),
       .expected = grouped(dim.slices)});
}

// Without a division of its own a tensor is cut where its operation is cut.
void check_tensor_shares(const Site& site, const plan::Tensor& tensor, std::size_t d,
                         bool reduced) {
  const plan::Dim& dim = site.op.dims[d];
  const plan::TensorDim& seen = tensor.dims[d];
  if (tensor.own_slice || seen.scale != 1 || dim.symbolic || dim.slices <= 1) return;
  if (seen.core_factor != dim.slices) return report_uncut(site, tensor, d);
  if (seen.windowed || seen.core_alpha == dim.per_core) return;
  site.report(reduced ? "WRK-04" : "WRK-05", Severity::Error,
              {.message = fmt::format(
                   "shares of {} along {} begin every {} elements, each core walks {}",
                   titled(tensor), dim.name, grouped(seen.core_alpha), grouped(dim.per_core)),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(seen.core_alpha),
               .expected = grouped(dim.per_core)});
}

void check_whole_sticks(const Site& site, const plan::Tensor& tensor, std::size_t d) {
  const std::int64_t stick = stick_elements(tensor, static_cast<plan::DimId>(d));
  const plan::TensorDim& seen = tensor.dims[d];
  if (stick == 1 || seen.scale != 1 || seen.core_factor <= 1) return;
  const bool index = tensor.indirection == plan::Indirection::IndexTensor;
  if (seen.core_alpha % stick == 0 || (index && seen.core_alpha < stick)) return;
  site.report("WRK-05", Severity::Error,
              {.message = fmt::format(
                   "{} gives each core {} elements of {}, which lies {} to a stick", titled(tensor),
                   grouped(seen.core_alpha), site.op.dims[d].name, grouped(stick)),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(seen.core_alpha),
               .expected = fmt::format("a multiple of {}", stick)});
}

void check_reduced_splits(const Site& site, const std::vector<plan::DimId>& reduced) {
  std::string split;
  int count = 0;
  for (const plan::DimId d : reduced) {
    const plan::Dim& dim = site.op.dims[static_cast<std::size_t>(d)];
    if (dim.slices <= 1) continue;
    split += fmt::format("{}{} ({} ways)", count++ == 0 ? "" : " and ", dim.name, dim.slices);
  }
  if (count <= 1) return;
  site.report("WRK-07", Severity::Error,
              {.message = "the reduced dimensions " + split + " are all split over cores",
               .cores = site.cores(),
               .found = counted(count, "split dimension"),
               .expected = "at most 1"});
}

void check_window_split(const Site& site, const plan::Dim& dim) {
  if (!dim.window || dim.window->window_dim < 0) return;
  const plan::Dim& window = site.op.dims[static_cast<std::size_t>(dim.window->window_dim)];
  if (window.slices <= 1) return;
  site.report("WRK-08", Severity::Error,
              {.message = fmt::format("the window dimension {} is split over {}", window.name,
                                      counted(window.slices, "core")),
               .cores = site.cores(),
               .found = grouped(window.slices),
               .expected = "1"});
}

void check_balance(const Site& site) {
  const auto used = static_cast<std::int64_t>(site.op.cores.size());
  const std::int64_t available = site.context.chip.chip.cores;
  if (site.op.data_only || used >= available || used == 0) return;
  const std::int64_t percent = 100 * available / used;
  site.report("WRK-10", Severity::Info,
              {.message = fmt::format(
                   "the work lies on {} of {} cores: the busiest does {}.{:02} times the "
                   "mean",
                   used, available, percent / 100, percent % 100),
               .cores = site.cores(),
               .found = counted(used, "core"),
               .expected = grouped(available)});
}

}  // namespace

void check_work(const Site& site) {
  check_core_count(site);
  check_slice_range(site);
  check_tuples(site);
  const std::vector<plan::DimId> reduced = reduced_dims(site.op);
  check_reduced_splits(site, reduced);
  for (std::size_t d = 0; d < site.op.dims.size(); ++d) {
    check_cover(site, d, contains(reduced, d));
    check_window_split(site, site.op.dims[d]);
    for (const plan::Tensor& tensor : site.op.tensors) {
      check_tensor_shares(site, tensor, d, contains(reduced, d));
      check_whole_sticks(site, tensor, d);
    }
  }
  check_balance(site);
}

}  // namespace spyre::check
