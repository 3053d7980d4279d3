// Turns a SuperDSC template and the bindings of one call into an operation with addresses relative
// to origins.
#pragma once

#include <string>
#include <vector>

#include "sim/bundle/mlir_evaluate.hpp"
#include "sim/bundle/sdsc.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::bundle {

// An operation whose tensors start relative to an origin each; `origins` is parallel to the tensors
// (LX tensors and baked addresses: kAbsolute).
struct RelativeOperation {
  plan::Operation operation;
  std::vector<OriginId> origins;
};

// `chain`: the loops around the call, outermost first. `bundle` names the text that makes the call
// in messages.
RelativeOperation instantiate(const SdscTemplate& file, const Call& call,
                              const std::vector<int>& chain, const std::string& bundle,
                              Problems& problems, std::vector<plan::Note>& notes);

// Without a bundle: symbols are laid out by the folds, each tensor from an origin of its own
// counted from the size of `names`, to which the tensors' names are added.
RelativeOperation instantiate_unbound(const SdscTemplate& file, std::vector<std::string>& names);

}  // namespace spyre::bundle
