// The host computation before a launch: the addresses of its arguments, into the buffer that is
// sent to the card.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spyrecode-host-functions/spyrecode.h"

namespace deeptools {

struct FastHcmPatchPlan {
  bool valid = false;
  std::uint32_t output_size = 0;
  std::uint32_t num_input_symbols = 0;
  std::vector<std::uint32_t> patches;  // where each address goes, in bytes
};

// False when the file says nothing about the buffer.
bool buildFastHcmPatchPlan(FastHcmPatchPlan& plan, const Hcm& hcm);

// True when the plan was used, false after falling back to processComputeOnHostCommand. Throws
// std::runtime_error when the number of addresses is not the program's.
bool processComputeOnHostCommandFast(const FastHcmPatchPlan& plan, const Hcm& hcm, void* output,
                                     const std::int64_t* addresses, std::size_t count);

}  // namespace deeptools
