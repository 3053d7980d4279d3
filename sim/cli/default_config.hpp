// Where the data sheet of the card is when the command line names none.
#pragma once

#include <filesystem>

namespace spyre::cli {

// SPYRE_SIM_CONFIG, else the one installed beside the executable, else that of the source tree it
// was built from. Throws Error{Config} when there is none.
std::filesystem::path default_config();

}  // namespace spyre::cli
