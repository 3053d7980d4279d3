// Cores that compute parts of the same result because a reduced dimension is split over them.
#include "sim/execute/partial_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace spyre::execute {
namespace {

using Slices = std::vector<std::int64_t>;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

bool contains(const std::vector<plan::DimId>& dims, plan::DimId dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

Slices slices_of(const OperationRun& run, const std::vector<plan::DimId>& dims, std::size_t core) {
  Slices slices;
  for (const plan::DimId dim : dims) slices.push_back(run.op().slice[core][at(dim)]);
  return slices;
}

std::int64_t product_of_slices(const OperationRun& run, const std::vector<plan::DimId>& dims) {
  std::int64_t product = 1;
  for (const plan::DimId dim : dims) product *= run.op().dims[at(dim)].slices;
  return product;
}

void report_coverage(OperationRun& run, const std::string& found, const std::string& expected,
                     std::size_t core) {
  check::Finding finding = run.finding("WRK-04", check::Severity::Error, run.op().inputs.front(),
                                       "slices of a reduction do not cover it exactly once");
  finding.found = found;
  finding.expected = expected;
  run.report(std::move(finding), core);
}

void check_extents(OperationRun& run, const std::vector<plan::DimId>& reduced) {
  for (const plan::DimId id : reduced) {
    const plan::Dim& dim = run.op().dims[at(id)];
    if (dim.per_core * dim.slices >= dim.extent) continue;
    report_coverage(
        run, fmt::format("{} slices of {} elements of {}", dim.slices, dim.per_core, dim.name),
        fmt::format("{} elements", dim.extent), run.cores().front());
  }
}

void check_group(OperationRun& run, const std::vector<plan::DimId>& reduced,
                 const std::vector<std::size_t>& group) {
  std::set<Slices> distinct;
  for (const std::size_t core : group) distinct.insert(slices_of(run, reduced, core));
  const std::int64_t wanted = product_of_slices(run, reduced);
  if (static_cast<std::int64_t>(distinct.size()) == wanted && distinct.size() == group.size())
    return;
  report_coverage(run,
                  fmt::format("{} different slices on {} cores", distinct.size(), group.size()),
                  fmt::format("{} slices", wanted), group.front());
}

}  // namespace

std::vector<plan::DimId> reduced_dims(const OperationRun& run) {
  const auto& digits = run.walk().digits;
  const OperandDigits& out = digits[at(run.op().outputs.front())];
  std::vector<plan::DimId> reduced;
  for (std::size_t d = 0; d < out.size(); ++d) {
    const bool read = std::any_of(run.op().inputs.begin(), run.op().inputs.end(),
                                  [&](plan::TensorId id) { return !digits[at(id)][d].empty(); });
    if (read && out[d].empty()) reduced.push_back(static_cast<plan::DimId>(d));
  }
  return reduced;
}

std::vector<std::vector<std::size_t>> partial_groups(OperationRun& run,
                                                     const std::vector<plan::DimId>& reduced) {
  std::vector<plan::DimId> kept;
  for (std::size_t d = 0; d < run.op().dims.size(); ++d)
    if (!contains(reduced, static_cast<plan::DimId>(d)))
      kept.push_back(static_cast<plan::DimId>(d));
  std::vector<std::vector<std::size_t>> groups;
  std::map<Slices, std::size_t> known;
  for (const std::size_t core : run.cores()) {
    const auto [entry, is_new] = known.emplace(slices_of(run, kept, core), groups.size());
    if (is_new) groups.emplace_back();
    groups[entry->second].push_back(core);
  }
  check_extents(run, reduced);
  for (std::vector<std::size_t>& group : groups) {
    check_group(run, reduced, group);
    std::stable_sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
      return slices_of(run, reduced, a) < slices_of(run, reduced, b);
    });
  }
  return groups;
}

std::vector<std::size_t> storing_cores(const OperationRun& run,
                                       const std::vector<std::size_t>& group) {
  if (run.output().in_lx()) return group;
  std::vector<std::size_t> storing;
  std::set<std::int64_t> addresses;
  for (const std::size_t core : group)
    if (addresses.insert(run.start(run.op().outputs.front(), core)).second) storing.push_back(core);
  return storing;
}

}  // namespace spyre::execute
