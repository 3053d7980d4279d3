// A queue of operations that run one after the other.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <memory>

#include "flex/operations.hpp"
#include "util/sendefs/sendefs.h"

namespace spyre::target {
class Card;
}

namespace flex {

enum class RuntimeStreamPriority { NORMAL, HIGH };

// Operations of one stream run in order; those of several, the higher priority first. When one
// fails, the rest of its stream is dropped, and every later call on it throws the same message.
class RuntimeStream {
 public:
  RuntimeStream(spyre::target::Card& card, int id);
  RuntimeStream(const RuntimeStream&) = delete;
  RuntimeStream& operator=(const RuntimeStream&) = delete;

  // True when nothing is queued or running.
  [[nodiscard]] bool query() const;
  // Waits until all operations are done; throws what one of them threw.
  void synchronize();
  // True after a failed operation.
  [[nodiscard]] bool needsShutdown() const;

  // Returns when the host memory has been read.
  void launchOperationH2D(DmaParams* params);
  void launchOperationD2H(DmaParams* params);
  // Throws at once when no program lies at the address or an argument is missing.
  void launchOperationCompute(ComputeParams* params);
  // Runs on the caller's thread; exceptions reach the caller.
  void launchOperationHostCallback(HostCallbackParams* params);
  void fillAsync(const CompositeAddress* address, double value, DataFormats format, bool use_dmai);

 private:
  spyre::target::Card& card_;
  int id_;
};

}  // namespace flex
