// symbol_kinds.json of newer bundles: what each parameter of the bundle stands for.
#pragma once

#include "sim/bundle/json.hpp"
#include "sim/bundle/mlir.hpp"

namespace spyre::bundle {

// Completes the parameters from the records, which stand in the same order; other lists are left
// with a note.
void apply_symbol_kinds(const Item& root, std::vector<Parameter>& parameters);

}  // namespace spyre::bundle
