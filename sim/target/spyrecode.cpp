// spyrecode.json: numbers are decimal strings there.
#include "sim/target/spyrecode.hpp"

#include "sim/target/image.hpp"

#include "flex/addresses.hpp"

#include <nlohmann/json.hpp>

namespace spyre::target {
namespace {

using nlohmann::json;

json command(const char* name, json properties) {
  return {{"command", name}, {"properties", std::move(properties)}};
}

std::string address(std::uint64_t offset) {
  return std::to_string(flex::PROG_OFFSET_BASE + offset);
}

}  // namespace

std::string spyrecode_text(const ProgramSizes& sizes) {
  constexpr const char* kBuffer = "correction";
  const std::uint64_t correction = correction_bytes(sizes.arguments);
  const std::string correction_size = std::to_string(correction);
  const json hcm = {{"vdci", {{"arguments", sizes.arguments}}}, {"senConstants", json::array()}};
  const json prepare = {command("Allocate", {{"size", std::to_string(correction + sizes.image)}}),
                        command("InitTransfer", {{"init_bin_file", kImageFile},
                                                 {"dev_ptr", address(correction)},
                                                 {"size", std::to_string(sizes.image)}})};
  const json execute = {command("ComputeOnHost", {{"ohandle", kBuffer},
                                                  {"size", correction_size},
                                                  {"ishape", {std::to_string(sizes.arguments)}},
                                                  {"ihandle", ""},
                                                  {"hcm", hcm}}),
                        command("DataTransfer", {{"dirn", "false"},
                                                 {"dev_ptr", address(0)},
                                                 {"size", correction_size},
                                                 {"host_handle", kBuffer}}),
                        command("ComputeOnDevice", {{"job_bin_ptr", address(correction)}})};
  return json{{"JobPreparationPlan", prepare}, {"JobExecPlan", execute}}.dump(2) + '\n';
}

}  // namespace spyre::target
