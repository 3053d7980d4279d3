// The runtime of the process: opens the card once.
#include "sim/target/card.hpp"
#include "sim/target/devices.hpp"

#include "flex/runtime.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <deque>
#include <mutex>
#include <stdexcept>

namespace flex {
namespace {

using spyre::target::Card;

struct Process {
  std::mutex mutex;
  std::shared_ptr<RuntimeContext> context;
};

// The interface has no handle for it: calls find the open card by themselves.
Process& process() {
  static Process the_process;
  return the_process;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

struct RuntimeContext::Parts {
  Card card{spyre::target::settings_from_environment()};
  std::shared_ptr<FlexAllocator> allocator = std::make_shared<FlexAllocator>(card.allocations());
  std::mutex mutex;
  std::deque<RuntimeStream> streams;
};

RuntimeContext::RuntimeContext(int device) : parts_(std::make_unique<Parts>()) {
  if (device < 0 || static_cast<std::size_t>(device) >= getNumDevices())
    throw std::runtime_error(
        fmt::format("device {} (expected 0 to {})", device, getNumDevices() - 1));
  createStream(RuntimeStreamPriority::NORMAL);
}

RuntimeContext::~RuntimeContext() = default;

std::shared_ptr<FlexAllocator> RuntimeContext::getAllocator() const { return parts_->allocator; }

RuntimeStream* RuntimeContext::getDefaultStream() { return &parts_->streams.front(); }

RuntimeStream* RuntimeContext::createStream(RuntimeStreamPriority priority) {
  const std::lock_guard lock(parts_->mutex);
  const int id = parts_->card.add_stream(priority == RuntimeStreamPriority::HIGH ? 1 : 0);
  return &parts_->streams.emplace_back(parts_->card, id);
}

bool RuntimeContext::hasStreamError() const { return parts_->card.executor().any_failed(); }

std::string initializeRuntime(std::shared_ptr<RuntimeContext>* context, int device) {
  Process& here = process();
  const std::lock_guard lock(here.mutex);
  if (!here.context) here.context = std::make_shared<RuntimeContext>(device);
  *context = here.context;
  return fmt::format("simulated Spyre card {} open", device);
}

std::shared_ptr<RuntimeContext> getFlexRuntimeContext() {
  Process& here = process();
  const std::lock_guard lock(here.mutex);
  if (!here.context) throw std::runtime_error("the runtime has not been initialised");
  return here.context;
}

std::size_t getNumDevices() {
  return spyre::target::visible_devices(variable("AIU_WORLD_SIZE"), variable("SPYRE_DEVICES"));
}

}  // namespace flex
