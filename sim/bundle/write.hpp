// Writes a plan as the front end would: plan.json beside one directory per bundle.
#pragma once

#include <filesystem>

#include "sim/plan/plan.hpp"

namespace spyre::bundle {

// Creates the directory where needed; files of the same names are replaced. Reading plan.json gives
// the same plan, with addresses of the reader's choice, sizes of symbolic dimensions bound, and no
// values of host tensors. Plans with data operations are refused (Unsupported).
void write_plan(const plan::Plan& plan, const std::filesystem::path& directory);

}  // namespace spyre::bundle
