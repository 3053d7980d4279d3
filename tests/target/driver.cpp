// Loads and launches kernels the way torch-spyre does.
#include "tests/target/driver.hpp"

#include "sim/config/config.hpp"
#include "sim/target/compile.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace spyre::target::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::uint64_t number(const json& properties, const char* name) {
  return std::stoull(properties.at(name).get<std::string>());
}

const json& step(const json& plan, std::size_t index, const std::string& command) {
  if (plan.at(index).at("command") != command) throw std::runtime_error("no " + command);
  return plan.at(index).at("properties");
}

flex::CompositeAddress part(const flex::CompositeAddress& whole, std::uint64_t address,
                            std::uint64_t bytes) {
  const flex::Chunk& chunk = whole.chunks().front();
  const std::uint64_t offset = address - flex::PROG_OFFSET_BASE;
  return flex::Chunk({chunk.addr.region_id, chunk.addr.offset + offset}, bytes, chunk.domain_id);
}

void transfer(flex::RuntimeStream& stream, void* host, const flex::CompositeAddress& device,
              bool to_device) {
  flex::DmaParams* params = flex::createDmaParams(host, device.total_size(), to_device, &device);
  if (to_device)
    stream.launchOperationH2D(params);
  else
    stream.launchOperationD2H(params);
  flex::destroyDmaParams(params);
}

}  // namespace

Scratch::Scratch() {
  std::string pattern = (fs::temp_directory_path() / "spyre-target-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
  path_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path case_folder(const std::string& name) {
  return fs::path(SPYRE_SOURCE_DIR) / "tests/execute/cases" / name;
}

fs::path compile_case(const std::string& name, const fs::path& to) {
  for (const fs::directory_entry& entry : fs::directory_iterator(case_folder(name)))
    if (entry.is_directory()) fs::copy(entry.path(), to / name, fs::copy_options::recursive);
  compile(to / name, config::load({fs::path(SPYRE_SOURCE_DIR) / "configs/spyre.yaml"}, {}));
  return to / name / "spyreCodeDir";
}

Kernel::Kernel(const fs::path& folder, flex::RuntimeContext& runtime, flex::RuntimeStream& stream) {
  code_ = json::parse(text_of(folder / "spyrecode.json"));
  const json& prepare = code_.at("JobPreparationPlan");
  program_ =
      allocate(runtime, number(step(prepare, 0, "Allocate"), "size"), flex::MemoryType::Program);
  const json& init = step(prepare, 1, "InitTransfer");
  std::string image = text_of(folder / init.at("init_bin_file").get<std::string>());
  if (image.size() != number(init, "size")) throw std::runtime_error("image of another size");
  transfer(stream, image.data(), part(program_, number(init, "dev_ptr"), image.size()), true);
  bootstrap_ = number(step(code_.at("JobExecPlan"), 2, "ComputeOnDevice"), "job_bin_ptr") -
               flex::PROG_OFFSET_BASE;
}

void Kernel::launch(flex::RuntimeStream& stream, const std::vector<std::int64_t>& addresses) const {
  const json& correction = step(code_.at("JobExecPlan"), 0, "ComputeOnHost");
  Hcm hcm;
  hcm.importJsonStr(correction.at("hcm").dump());
  deeptools::FastHcmPatchPlan plan;
  deeptools::buildFastHcmPatchPlan(plan, hcm);
  std::vector<std::uint8_t> buffer(number(correction, "size"));
  flex::HostCallbackParams* call = flex::createHostCallbackParams(
      [&](void*) {
        deeptools::processComputeOnHostCommandFast(plan, hcm, buffer.data(), addresses.data(),
                                                   addresses.size());
      },
      nullptr, false);
  stream.launchOperationHostCallback(call);
  flex::destroyHostCallbackParams(call);
  const json& sent = step(code_.at("JobExecPlan"), 1, "DataTransfer");
  transfer(stream, buffer.data(), part(program_, number(sent, "dev_ptr"), buffer.size()), true);
  compute(stream, {});
}

void Kernel::launch_bound(flex::RuntimeStream& stream,
                          const std::vector<const flex::CompositeAddress*>& tensors) const {
  compute(stream, tensors);
}

void Kernel::compute(flex::RuntimeStream& stream,
                     const std::vector<const flex::CompositeAddress*>& tensors) const {
  flex::ComputeParams* params = flex::createComputeParams(&program_, tensors, "kernel", bootstrap_);
  try {
    stream.launchOperationCompute(params);
  } catch (...) {
    flex::destroyComputeParams(params);
    throw;
  }
  flex::destroyComputeParams(params);
}

flex::CompositeAddress allocate(flex::RuntimeContext& runtime, std::size_t bytes,
                                flex::MemoryType type) {
  return runtime.getAllocator()->allocate(
      bytes, flex::AllocationDirective(flex::PlacementPolicy::Bind, {0}, std::nullopt, type));
}

void send(flex::RuntimeStream& stream, const std::vector<std::uint8_t>& bytes,
          const flex::CompositeAddress& to) {
  std::vector<std::uint8_t> copy = bytes;
  copy.resize(to.total_size());
  transfer(stream, copy.data(), to, true);
}

std::vector<std::uint8_t> fetch(flex::RuntimeStream& stream, const flex::CompositeAddress& from) {
  std::vector<std::uint8_t> bytes(from.total_size());
  transfer(stream, bytes.data(), from, false);
  stream.synchronize();
  return bytes;
}

}  // namespace spyre::target::test
