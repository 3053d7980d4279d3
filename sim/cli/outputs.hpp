// Where the files of a run go: the named file for one plan, files in the named directory for
// several.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spyre::cli {

struct OutputPaths {
  std::optional<std::filesystem::path> report, trace;
};

// One entry per plan. Makes the directories. Throws Error{Input} when two outputs would be one file
// or a directory cannot be made.
std::vector<OutputPaths> output_paths(const std::vector<std::string>& plans,
                                      const std::optional<std::string>& report,
                                      const std::optional<std::string>& trace);

}  // namespace spyre::cli
