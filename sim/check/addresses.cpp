// Start addresses (ADR-01, 03, 04), places (ADR-02, 06) and numbers of tensors (ADR-08).
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

constexpr std::size_t kMaximumTensors = 8;  // plan-format 3.7

std::vector<int> entries_where(const plan::Operation& op, auto condition) {
  std::vector<int> entries;
  for (std::size_t core = 0; core < op.cores.size(); ++core) {
    if (condition(core)) entries.push_back(static_cast<int>(core));
  }
  return entries;
}

void check_alignment(const Site& site, const plan::Tensor& tensor) {
  const std::vector<int> odd = entries_where(
      site.op, [&](std::size_t core) { return tensor.start[core] % plan::kStickBytes != 0; });
  if (!odd.empty()) {
    const std::int64_t start = tensor.start[static_cast<std::size_t>(odd.front())];
    site.report("ADR-01", Severity::Error,
                {.message = fmt::format("{} starts at {} on {{cores}}, {} bytes past a stick",
                                        titled(tensor), grouped(start), start % plan::kStickBytes),
                 .tensor = &tensor,
                 .cores = site.cores(odd),
                 .found = grouped(start),
                 .expected = "a multiple of 128"});
  }
  for (const std::int64_t stride : tensor.loop_stride) {
    if (stride % plan::kStickBytes == 0) continue;
    site.report(
        "ADR-01", Severity::Error,
        {.message = fmt::format("{} advances by {} bytes with its loop, not by whole sticks",
                                titled(tensor), grouped(stride)),
         .tensor = &tensor,
         .cores = site.cores(),
         .found = grouped(stride),
         .expected = "a multiple of 128"});
  }
}

// The base most cores agree on, so that one wrong core is the one that is named.
std::int64_t common_base(const std::vector<std::int64_t>& bases) {
  std::map<std::int64_t, int> votes;
  for (const std::int64_t base : bases) ++votes[base];
  return std::max_element(votes.begin(), votes.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

// The front end leaves placeholder addresses on symbolic dimensions split over cores (SYM-07).
bool split_symbolically(const plan::Operation& op, const plan::Tensor& tensor) {
  for (std::size_t d = 0; d < op.dims.size(); ++d) {
    if (op.dims[d].symbolic && op.dims[d].slices > 1 && tensor.dims[d].scale == 1) return true;
  }
  return false;
}

void check_core_starts(const Site& site, const plan::Tensor& tensor) {
  if (tensor.in_lx() || split_symbolically(site.op, tensor)) return;
  std::vector<std::int64_t> bases;
  for (std::size_t core = 0; core < site.op.cores.size(); ++core) {
    bases.push_back(tensor.start[core] - share_offset(site.op, tensor, core));
  }
  const std::int64_t base = common_base(bases);
  const std::vector<int> wrong =
      entries_where(site.op, [&](std::size_t core) { return bases[core] != base; });
  if (wrong.empty()) return;
  const auto first = static_cast<std::size_t>(wrong.front());
  const std::int64_t expected = tensor.start[first] - bases[first] + base;
  site.report("ADR-03", Severity::Error,
              {.message = fmt::format("{} starts at {} on core {}, but the slice of that core "
                                      "begins at {} (wrong on {{cores}})",
                                      titled(tensor), grouped(tensor.start[first]),
                                      site.core(first), grouped(expected)),
               .tensor = &tensor,
               .cores = site.cores(wrong),
               .found = grouped(tensor.start[first]),
               .expected = grouped(expected)});
}

void check_lx_starts(const Site& site, const plan::Tensor& tensor) {
  if (!tensor.in_lx()) return;
  const std::int64_t start = common_base(tensor.start);
  const std::vector<int> wrong =
      entries_where(site.op, [&](std::size_t core) { return tensor.start[core] != start; });
  if (wrong.empty()) return;
  const auto first = static_cast<std::size_t>(wrong.front());
  site.report("ADR-04", Severity::Error,
              {.message = fmt::format("{} starts at {} on {{cores}} and at {} on the others",
                                      titled(tensor), grouped(tensor.start[first]), grouped(start)),
               .tensor = &tensor,
               .cores = site.cores(wrong),
               .found = grouped(tensor.start[first]),
               .expected = grouped(start)});
}

// First and last byte all cores touch over all trips of the loops.
Range touched(const Site& site, const plan::Tensor& tensor) {
  const auto [lowest, highest] = std::minmax_element(tensor.start.begin(), tensor.start.end());
  const Range loops = loop_reach(site.launch, site.op_index, tensor);
  return {plus(*lowest, loops.begin), plus(*highest + core_span(tensor), loops.end)};
}

// Captured plans of a whole model layer do this and run, so it is no error.
void report_outside(const Site& site, const plan::Tensor& tensor, Range range,
                    const plan::Storage& storage) {
  site.report("ADR-02", Severity::Warning,
              {.message = fmt::format(
                   "{} reaches from byte {} to byte {} of {}, which has {} bytes", titled(tensor),
                   grouped(range.begin - storage.address), grouped(range.end - storage.address),
                   storage.pool ? "the pool" : "'" + storage.name + "'", grouped(storage.bytes)),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(range.end - storage.address),
               .expected = "at most " + grouped(storage.bytes)});
}

void check_segment(const Site& site, const plan::Tensor& tensor, Range range) {
  const std::int64_t first = range.begin / plan::kSegmentBytes;
  const std::int64_t last = (range.end - 1) / plan::kSegmentBytes;
  if (range.begin >= 0 && first == last && first < plan::kProgramSegment) return;
  site.report("ADR-02", Severity::Error,
              {.message = fmt::format("{} lies at {} to {}, in segments {} to {}", titled(tensor),
                                      grouped(range.begin), grouped(range.end), first, last),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = fmt::format("segments {} to {}", first, last),
               .expected = "one segment below 7"});
}

void check_place(const Site& site, const plan::Tensor& tensor) {
  if (tensor.in_lx() || split_symbolically(site.op, tensor)) return;
  const Range range = touched(site, tensor);
  check_segment(site, tensor, range);
  if (tensor.storage < 0) return;
  const plan::Storage& storage =
      site.context.plan.storages[static_cast<std::size_t>(tensor.storage)];
  const Range allocated{storage.address, storage.address + storage.bytes};
  if (!allocated.holds(range)) report_outside(site, tensor, range, storage);
}

void check_memory_only(const Site& site, const plan::Tensor& tensor) {
  if (site.op.op != plan::OpCode::ReStickifyHbm || !tensor.in_lx()) return;
  site.report(
      "ADR-06", Severity::Warning,
      {.message = fmt::format("{} is an operand of ReStickifyOpHBM, which addresses memory only",
                              titled(tensor)),
       .tensor = &tensor,
       .cores = site.cores(),
       .found = "LX",
       .expected = "memory"});
}

}  // namespace

void check_addresses(const Site& site) {
  for (const plan::Tensor& tensor : site.op.tensors) {
    check_alignment(site, tensor);
    check_core_starts(site, tensor);
    check_lx_starts(site, tensor);
    check_place(site, tensor);
    check_memory_only(site, tensor);
  }
  const std::size_t count = site.op.tensors.size();
  if (count <= kMaximumTensors) return;
  site.report("ADR-08", Severity::Error,
              {.message = fmt::format("the operation has {} tensors", count),
               .found = fmt::format("{}", count),
               .expected = fmt::format("at most {}", kMaximumTensors)});
}

}  // namespace spyre::check
