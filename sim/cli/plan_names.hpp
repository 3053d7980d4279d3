// Short names for the plans of a command line: for messages and for the files of an output
// directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spyre::cli {

// Name of the folder, or of the file without its ending; of plan.json and bundle.mlir the folder
// they are in.
std::string plan_name(const std::filesystem::path& plan);

// One name per plan, all different: a name that is taken gets "-2", "-3", …
std::vector<std::string> plan_names(const std::vector<std::string>& plans);

}  // namespace spyre::cli
