// Parameters and streams of the runtime interface.
#include "sim/target/card.hpp"

#include "flex/operations.hpp"
#include "flex/stream.hpp"

#include <stdexcept>
#include <utility>

namespace flex {
namespace {

template <class Params>
const Params& given(const Params* params) {
  if (params == nullptr) throw std::runtime_error("an operation without parameters");
  return *params;
}

}  // namespace

DmaParams* createDmaParams(void* host, std::size_t size, bool to_device,
                           const CompositeAddress* device,
                           std::shared_ptr<data_conversion_info> conversion) {
  auto params = std::make_unique<DmaParams>();
  params->host = host;
  params->size = size;
  params->to_device = to_device;
  params->device = device;
  params->conversion = std::move(conversion);
  return params.release();
}

void destroyDmaParams(DmaParams* params) { delete params; }

ComputeParams* createComputeParams(const CompositeAddress* program,
                                   std::vector<const CompositeAddress*> tensors,
                                   const std::string& kernel_name, std::uint64_t bootstrap_offset) {
  auto params = std::make_unique<ComputeParams>();
  params->program = program;
  params->tensors = std::move(tensors);
  params->kernel_name = kernel_name;
  params->bootstrap_offset = bootstrap_offset;
  return params.release();
}

void destroyComputeParams(ComputeParams* params) { delete params; }

HostCallbackParams* createHostCallbackParams(std::function<void(void*)> callback, void* argument,
                                             bool pipeline_barrier) {
  auto params = std::make_unique<HostCallbackParams>();
  params->callback = std::move(callback);
  params->argument = argument;
  params->pipeline_barrier = pipeline_barrier;
  return params.release();
}

void destroyHostCallbackParams(HostCallbackParams* params) { delete params; }

RuntimeStream::RuntimeStream(spyre::target::Card& card, int id) : card_(card), id_(id) {}

bool RuntimeStream::query() const { return card_.executor().idle(id_); }
void RuntimeStream::synchronize() { card_.wait(id_); }
bool RuntimeStream::needsShutdown() const { return card_.executor().failed(id_); }

void RuntimeStream::launchOperationH2D(DmaParams* params) { card_.send(id_, given(params)); }
void RuntimeStream::launchOperationD2H(DmaParams* params) { card_.fetch(id_, given(params)); }
void RuntimeStream::launchOperationCompute(ComputeParams* params) {
  card_.launch(id_, given(params));
}
void RuntimeStream::launchOperationHostCallback(HostCallbackParams* params) {
  card_.call(id_, given(params));
}
void RuntimeStream::fillAsync(const CompositeAddress* address, double value, DataFormats format,
                              bool) {
  card_.fill(id_, given(address), value, format);
}

}  // namespace flex
