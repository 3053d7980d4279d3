// The runtime of one process: one card, its memory and its streams.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "flex/allocator.hpp"
#include "flex/stream.hpp"

namespace flex {

class RuntimeContext {
 public:
  explicit RuntimeContext(int device);
  ~RuntimeContext();
  RuntimeContext(const RuntimeContext&) = delete;
  RuntimeContext& operator=(const RuntimeContext&) = delete;

  [[nodiscard]] std::shared_ptr<FlexAllocator> getAllocator() const;
  // Streams live as long as the context.
  [[nodiscard]] RuntimeStream* getDefaultStream();
  RuntimeStream* createStream(RuntimeStreamPriority priority);
  // True when an operation of any stream has failed.
  [[nodiscard]] bool hasStreamError() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Opens the card and stores the context; the answer is for people.
std::string initializeRuntime(std::shared_ptr<RuntimeContext>* context, int device);
// The open context. Throws std::runtime_error before initializeRuntime.
std::shared_ptr<RuntimeContext> getFlexRuntimeContext();

// Cards that this process may use: AIU_WORLD_SIZE, at most as many as there are, or those that
// SPYRE_DEVICES names.
std::size_t getNumDevices();

}  // namespace flex
