// The host computation of a launch: addresses into the correction buffer.
#include "sim/target/image.hpp"

#include "spyrecode-host-functions/fast_process_hcm.h"
#include "spyrecode-host-functions/processSpyreCodeArtifacts.h"
#include "spyrecode-host-functions/spyrecode.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <stdexcept>

namespace {

using nlohmann::json;

const json& field(const json& object, const char* name, bool right_type) {
  if (right_type) return object.at(name);
  throw std::runtime_error(
      fmt::format("Hcm: {} field is {} (expected {})", name,
                  object.contains(name) ? object.at(name).type_name() : "missing",
                  std::strcmp(name, "vdci") == 0 ? "an object" : "an array"));
}

constexpr std::size_t kAddressesBegin = 16;

}  // namespace

void Hcm::importJsonStr(const std::string& text) {
  const json root = json::parse(text);
  if (!root.is_object())
    throw std::runtime_error(fmt::format("Hcm is {} (expected an object)", root.type_name()));
  const json& vdci = field(root, "vdci", root.contains("vdci") && root["vdci"].is_object());
  field(root, "senConstants", root.contains("senConstants") && root["senConstants"].is_array());
  correction_.reset();
  const auto count = vdci.find("arguments");
  if (count == vdci.end()) return;
  const auto arguments = count->get<std::uint64_t>();
  correction_ = Correction{arguments, spyre::target::correction_bytes(arguments)};
}

namespace deeptools {

bool buildFastHcmPatchPlan(FastHcmPatchPlan& plan, const Hcm& hcm) {
  plan = {};
  if (!hcm.correction()) return false;
  plan.valid = true;
  plan.output_size = static_cast<std::uint32_t>(hcm.correction()->bytes);
  plan.num_input_symbols = static_cast<std::uint32_t>(hcm.correction()->arguments);
  for (std::size_t i = 0; i < plan.num_input_symbols; ++i)
    plan.patches.push_back(static_cast<std::uint32_t>(kAddressesBegin + 8 * i));
  return true;
}

bool processComputeOnHostCommandFast(const FastHcmPatchPlan& plan, const Hcm& hcm, void* output,
                                     const std::int64_t* addresses, std::size_t count) {
  if (!plan.valid) {
    processComputeOnHostCommand(hcm, output, addresses);
    return false;
  }
  if (count != plan.num_input_symbols)
    throw std::runtime_error(fmt::format("program correction: {} addresses (expected {})", count,
                                         plan.num_input_symbols));
  spyre::target::write_correction({addresses, count}, static_cast<std::uint8_t*>(output));
  return true;
}

void processComputeOnHostCommand(const Hcm& hcm, void* output, const void* input) {
  if (!hcm.correction())
    throw std::runtime_error("Expect one DCI: the host computation has no content");
  const auto count = static_cast<std::size_t>(hcm.correction()->arguments);
  if (count > 0 && input == nullptr)
    throw std::runtime_error(fmt::format("program correction: no addresses (expected {})", count));
  const auto* addresses = static_cast<const std::int64_t*>(input);
  spyre::target::write_correction({addresses, count}, static_cast<std::uint8_t*>(output));
}

}  // namespace deeptools
