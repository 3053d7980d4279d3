// Where the data sheet of the card and other files that come with the program are when nothing
// names one.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "models/params/params.hpp"

namespace spyre::config {

// SPYRE_SIM_CONFIG, else the one installed beside the executable, else that of the source tree it
// was built from. Throws Error{Config} when there is none.
std::filesystem::path default_config();

// The data sheet that comes with the program, whatever SPYRE_SIM_CONFIG says.
std::filesystem::path kept_config();

// Is this the card of that data sheet? False where there is none.
bool is_kept_card(const params::ChipParams& card);

// The table of errors behind prediction intervals, where the program has one.
std::optional<std::filesystem::path> kept_errors();

// The tables of measured times that come with the program. Throws Error{Input} when one is missing.
std::vector<std::filesystem::path> default_tables();

}  // namespace spyre::config
