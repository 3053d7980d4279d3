// Where the card's data sheet lies, for programs of this room.
#pragma once

#include <filesystem>

namespace spyre::target {

// The folder that configs and workloads lie in: of the installed tree, or of the source.
std::filesystem::path kept_folder();

// SPYRE_SIM_CONFIG, or beside the executable, or in the source tree. Throws Error (Config).
std::filesystem::path default_config();

}  // namespace spyre::target
