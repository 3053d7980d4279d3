#include "sim/check/check.hpp"

#include <array>

#include "sim/check/families.hpp"

namespace spyre::check {
namespace {

constexpr std::array kPlanRules = {check_notes,        check_loops,          check_storages,
                                   check_lx_lifetimes, check_pool_lifetimes, check_coverage};

// SPN-04 and the shape of the slice table come first in check_work; the others rely on nothing.
constexpr std::array kOperationRules = {
    check_addresses, check_extents,        check_hazards,  check_span,    check_lx,
    check_work,      check_partial_sums,   check_sticks,   check_matmul,  check_masks,
    check_constants, check_operation,      check_indirect, check_windows, check_schedule_rows,
    check_shuffle,   check_data_operations};

void check_launch(const Context& context, int index) {
  const plan::Launch& launch = context.plan.launches[static_cast<std::size_t>(index)];
  for (std::size_t k = 0; k < launch.operations.size(); ++k) {
    const Site site{context, index, static_cast<int>(k), launch, launch.operations[k]};
    for (const auto rule : kOperationRules) rule(site);
  }
}

}  // namespace

std::vector<Finding> check_plan(const plan::Plan& plan, const params::ChipParams& chip, Mode mode) {
  Collector collector;
  const Context context{plan, chip, mode, collector};
  for (const auto rule : kPlanRules) rule(context);
  for (std::size_t k = 0; k < plan.launches.size(); ++k) {
    check_launch(context, static_cast<int>(k));
  }
  return collector.findings();
}

}  // namespace spyre::check
