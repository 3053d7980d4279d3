// Configuration files and --set options flattened into assignments, in the order in which they
// apply.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/base/error.hpp"

namespace spyre::config {

struct Assignment {
  std::string path;   // dram.channels, always a known one
  std::string text;   // "16"
  std::string where;  // file:line:column of the value, or the option
};

struct Layers {
  std::vector<Assignment> assignments;
  std::vector<Assignment>
      groups;  // where each group opens, for the place of missing keys; text is empty
  std::vector<std::string>
      spoilt;            // known paths whose value is no scalar, already among the problems
  bool complete = true;  // false when a file could not be read at all: what is missing says nothing
  std::vector<Problem> problems;
};

// Unreadable files, syntax errors, unknown and duplicate keys, nulls and lists all end up in
// `problems`.
Layers read_layers(const std::vector<std::filesystem::path>& files,
                   const std::vector<std::string>& sets, const std::vector<std::string>& known);

}  // namespace spyre::config
