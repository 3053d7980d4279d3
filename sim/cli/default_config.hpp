// Where the data sheet of the card and other kept files are when the command line names none.
#pragma once

#include <filesystem>
#include <vector>

namespace spyre::cli {

// SPYRE_SIM_CONFIG, else the one installed beside the executable, else that of the source tree it
// was built from. Throws Error{Config} when there is none.
std::filesystem::path default_config();

// The tables of measured times that come with the program. Throws Error{Input} when one is missing.
std::vector<std::filesystem::path> default_tables();

}  // namespace spyre::cli
