// Cores that work on the same output: groups that add up their partial sums, and everybody else
// (PSM, WRK-03).
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

using Tuple = std::vector<std::int64_t>;

constexpr std::int64_t kPartialBytes = 4;  // fp32
constexpr std::int64_t kFreePayload =
    std::int64_t{96} * 1024;  // below this distance costs nothing (measured)

bool splits_reduction(const plan::Operation& op, const std::vector<plan::DimId>& reduced) {
  return std::any_of(reduced.begin(), reduced.end(), [&](plan::DimId d) {
    return op.dims[static_cast<std::size_t>(d)].slices > 1;
  });
}

bool unused(const plan::Operation& op, plan::DimId d) {
  return std::none_of(op.tensors.begin(), op.tensors.end(),
                      [d](const plan::Tensor& t) { return present(t, d); });
}

// The slices of a core without those of the reduced dimensions: equal for the cores of one group.
// Along a dimension that no tensor has all cores do the same.
Tuple output_part(const plan::Operation& op, const std::vector<plan::DimId>& reduced,
                  std::size_t core) {
  Tuple tuple = op.slice[core];
  for (const plan::DimId d : reduced) tuple[static_cast<std::size_t>(d)] = 0;
  for (plan::DimId d = 0; d < static_cast<plan::DimId>(op.dims.size()); ++d) {
    if (unused(op, d)) tuple[static_cast<std::size_t>(d)] = 0;
  }
  return tuple;
}

std::map<Tuple, std::vector<int>> groups_by_part(const plan::Operation& op,
                                                 const std::vector<plan::DimId>& reduced) {
  std::map<Tuple, std::vector<int>> groups;
  for (std::size_t core = 0; core < op.cores.size(); ++core) {
    groups[output_part(op, reduced, core)].push_back(static_cast<int>(core));
  }
  return groups;
}

void check_shared_address(const Site& site, const plan::Tensor& output,
                          const std::vector<plan::DimId>& reduced) {
  for (const auto& [part, group] : groups_by_part(site.op, reduced)) {
    const std::int64_t start = output.start[static_cast<std::size_t>(group.front())];
    const auto other = std::find_if(group.begin(), group.end(), [&](int core) {
      return output.start[static_cast<std::size_t>(core)] != start;
    });
    if (other == group.end()) continue;
    const std::int64_t found = output.start[static_cast<std::size_t>(*other)];
    site.report("PSM-01", Severity::Error,
                {.message = fmt::format(
                     "{{cores}} add up to one result of {}, but core {} has it at {} and "
                     "core {} at {}",
                     titled(output), site.core(static_cast<std::size_t>(group.front())),
                     grouped(start), site.core(static_cast<std::size_t>(*other)), grouped(found)),
                 .tensor = &output,
                 .cores = site.cores(group),
                 .found = grouped(found),
                 .expected = grouped(start)});
  }
}

void check_conflicts(const Site& site, const plan::Tensor& output,
                     const std::vector<plan::DimId>& reduced) {
  for (const std::vector<int>& group : plan::groups_by_start(output)) {
    std::map<Tuple, int> parts;
    for (const int core : group) {
      parts.emplace(output_part(site.op, reduced, static_cast<std::size_t>(core)), core);
    }
    if (parts.size() <= 1) continue;
    const std::int64_t start = output.start[static_cast<std::size_t>(group.front())];
    site.report(
        "PSM-02", Severity::Error,
        {.message = fmt::format("{{cores}} write different parts of {} to the same address {}",
                                titled(output), grouped(start)),
         .tensor = &output,
         .cores = site.cores(group),
         .found = fmt::format("{} parts", parts.size()),
         .expected = "one address for each part"});
  }
}

std::int64_t elements_per_core(const plan::Operation& op, const plan::Tensor& output) {
  std::int64_t elements = 1;
  for (plan::DimId d = 0; d < static_cast<plan::DimId>(op.dims.size()); ++d) {
    if (!present(output, d)) continue;
    elements = times(elements, op.dims[static_cast<std::size_t>(d)].per_core);
  }
  return elements;
}

// Steps along the ring between neighbours of a group, the largest of all groups.
int widest_step(const Site& site, const std::map<Tuple, std::vector<int>>& groups) {
  int widest = 0;
  for (const auto& [part, entries] : groups) {
    const std::vector<int> numbers = site.cores(entries);
    const std::set<int> cores(numbers.begin(), numbers.end());
    int previous = *cores.begin();
    for (const int core : cores) {
      widest = std::max(widest, core - previous);
      previous = core;
    }
  }
  return widest;
}

void check_distance(const Site& site, const plan::Tensor& output,
                    const std::vector<plan::DimId>& reduced, std::int64_t payload) {
  const int step = widest_step(site, groups_by_part(site.op, reduced));
  if (step <= 1) return;
  site.report("PSM-03", Severity::Info,
              {.message = fmt::format(
                   "the cores that add up {} are {} steps apart on the ring; its {} bytes of "
                   "partial sums per core {}",
                   titled(output), step, grouped(payload),
                   payload > kFreePayload ? "pay for the distance" : "are too few to matter"),
               .tensor = &output,
               .cores = site.cores(),
               .found = counted(step, "step"),
               .expected = "1"});
}

void check_payload(const Site& site, const plan::Tensor& output, std::int64_t payload) {
  const std::int64_t room = site.context.chip.lx.capacity.count();
  if (payload <= room) return;
  site.report(
      "PSM-04", Severity::Warning,
      {.message = fmt::format("the partial sums of {} take {} bytes on each of {{cores}}, LX has "
                              "{}",
                              titled(output), grouped(payload), grouped(room)),
       .tensor = &output,
       .cores = site.cores(),
       .found = grouped(payload),
       .expected = "at most " + grouped(room)});
}

}  // namespace

void check_partial_sums(const Site& site) {
  const std::vector<plan::DimId> reduced = reduced_dims(site.op);
  for (const plan::TensorId id : site.op.outputs) {
    const plan::Tensor& output = tensor_of(site.op, id);
    if (output.in_lx() || output.indirection == plan::Indirection::ValueTensor) continue;
    check_conflicts(site, output, reduced);
    if (!splits_reduction(site.op, reduced)) continue;
    check_shared_address(site, output, reduced);
    const std::int64_t payload = times(elements_per_core(site.op, output), kPartialBytes);
    check_distance(site, output, reduced, payload);
    check_payload(site, output, payload);
  }
}

}  // namespace spyre::check
