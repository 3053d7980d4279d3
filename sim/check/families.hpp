// The families of rules, one function each.
#pragma once

#include "sim/check/context.hpp"

namespace spyre::check {

// Of the whole plan.
void check_notes(const Context& context);
void check_loops(const Context& context);           // SYM, empty plans
void check_storages(const Context& context);        // ADR-10 between allocations, SYM-08
void check_lx_lifetimes(const Context& context);    // LX-03 … LX-06 over the order of operations
void check_pool_lifetimes(const Context& context);  // ADR-10 likewise in the pool
void check_coverage(const Context& context);        // WRK-03: outputs nobody writes in full

// Of one operation.
void check_addresses(const Site& site);
void check_extents(const Site& site);
void check_hazards(const Site& site);  // overlap of inputs and outputs within one operation
void check_span(const Site& site);
void check_lx(const Site& site);
void check_work(const Site& site);
void check_partial_sums(const Site& site);
void check_sticks(const Site& site);
void check_matmul(const Site& site);
void check_masks(const Site& site);
void check_constants(const Site& site);
void check_operation(const Site& site);
void check_indirect(const Site& site);
void check_windows(const Site& site);
void check_schedule_rows(const Site& site);
void check_shuffle(const Site& site);
void check_data_operations(const Site& site);

}  // namespace spyre::check
