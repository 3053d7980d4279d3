// The host computation without a prepared plan.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include "spyrecode-host-functions/spyrecode.h"

namespace deeptools {

// `input` holds one 64-bit address per argument, or is null. Throws std::runtime_error.
void processComputeOnHostCommand(const Hcm& hcm, void* output, const void* input);

}  // namespace deeptools
