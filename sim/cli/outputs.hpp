// Where the files of a run go: the named file for one plan, files in the named directory for
// several.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spyre::cli {

struct OutputPaths {
  std::optional<std::filesystem::path> report, trace;
  std::optional<std::filesystem::path> values;  // a directory in either case
};

// Throws Error{Input} when two outputs would be the same file. Each with the option that names it.
using NamedOutput = std::pair<const char*, std::optional<std::string>>;
void refuse_same_file(const std::vector<NamedOutput>& outputs);

// One entry per plan. Makes the directories; throws Error{Input} when one cannot be made.
std::vector<OutputPaths> output_paths(const std::vector<std::string>& plans,
                                      const std::optional<std::string>& report,
                                      const std::optional<std::string>& trace,
                                      const std::optional<std::string>& values = {});

}  // namespace spyre::cli
