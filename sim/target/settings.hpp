// What the environment asks of the backend target.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace spyre::target {

struct Settings {
  std::uint64_t memory = 0;                     // bytes for tensors (SPYRE_SIM_MEMORY)
  bool values = true;                           // launches compute (SPYRE_SIM_MODE values or both)
  bool timing = false;                          // launches are timed in the end (timing or both)
  std::optional<std::filesystem::path> report;  // SPYRE_SIM_REPORT
};

// Throws Error (Config) naming the variable.
Settings settings_from_environment();

// "6 GiB", "512MiB", "1000000": bytes, units of 1024. Nothing when it is none of them.
std::optional<std::uint64_t> parse_bytes(const std::string& text);

}  // namespace spyre::target
