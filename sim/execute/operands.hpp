// Whether an operation has the operands that computing its values needs.
#pragma once

#include "sim/plan/plan.hpp"

namespace spyre::execute {

// A copy moves bits and never decodes them.
bool is_copy(const plan::Operation& operation);
// A gather or scatter.
bool is_indirect(const plan::Operation& operation);

// Throws Plan for a wrong number of inputs (OP-05) or a copy between formats, Unsupported for
// arithmetic on 32-bit integers and for implicit gathers.
void check_operands(const plan::Operation& operation);

}  // namespace spyre::execute
