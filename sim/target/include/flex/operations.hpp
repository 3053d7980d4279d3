// Parameters of the operations that a stream takes.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "flex/addresses.hpp"
#include "spyrecode-host-functions/sendataconvert/sen_host_ops.h"

namespace flex {

// Parameters are destroyed right after the launch: a stream keeps copies of what it still needs.
struct DmaParams {
  void* host = nullptr;
  std::size_t size = 0;
  bool to_device = true;
  const CompositeAddress* device = nullptr;
  std::shared_ptr<data_conversion_info> conversion;  // none: plain bytes
  bool pipeline_barrier = true;
  std::function<void(void*)> callback;  // called when the transfer is done
};

struct ComputeParams {
  const CompositeAddress* program = nullptr;
  // Addresses of the launch's arguments; empty when the correction brought them.
  std::vector<const CompositeAddress*> tensors;
  std::string kernel_name;
  std::uint64_t bootstrap_offset = 0;
  bool pipeline_barrier = true;
};

struct HostCallbackParams {
  std::function<void(void*)> callback;
  void* argument = nullptr;
  bool pipeline_barrier = false;
};

DmaParams* createDmaParams(void* host, std::size_t size, bool to_device,
                           const CompositeAddress* device,
                           std::shared_ptr<data_conversion_info> conversion = nullptr);
void destroyDmaParams(DmaParams* params);

ComputeParams* createComputeParams(const CompositeAddress* program,
                                   std::vector<const CompositeAddress*> tensors,
                                   const std::string& kernel_name = {},
                                   std::uint64_t bootstrap_offset = 0);
void destroyComputeParams(ComputeParams* params);

HostCallbackParams* createHostCallbackParams(std::function<void(void*)> callback, void* argument,
                                             bool pipeline_barrier);
void destroyHostCallbackParams(HostCallbackParams* params);

// Of the profiler's records only the length of a name is used.
namespace aiupti {
struct AIUpti_ActivityCB {
  char name[128];
};
}  // namespace aiupti

}  // namespace flex
