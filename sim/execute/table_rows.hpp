// What index tensors may hold, and which tensors a scatter leaves partly as they were: asked of the
// plan's operations.
#pragma once

#include "sim/plan/plan.hpp"

#include <cstdint>

namespace spyre::execute {

// Rows of the smallest table that a storage's entries index; 0 when nothing is indexed with it.
std::int64_t indexed_rows(const plan::Plan& plan, plan::StorageId index);

// True when a scatter writes rows of the storage: the others keep what they hold.
bool is_scattered_into(const plan::Plan& plan, plan::StorageId storage);

}  // namespace spyre::execute
