// The data sheet of the card from layered YAML files, and back to text. Everything is strict: one
// call reports every problem of every file with its place, and nothing has a default.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/params/params.hpp"

namespace spyre::config {

// Later files change earlier ones; a file's `include:` goes before it. Each of `sets` is
// "dram.channels=32". Throws Error (Config) with all problems.
params::ChipParams load(const std::vector<std::filesystem::path>& files,
                        const std::vector<std::string>& sets);

// The whole data sheet as a configuration file, each line with status, meaning and source. Loads to
// equal parameters.
std::string resolved_yaml(const params::ChipParams& p);

// Sixteen hexadecimal digits of the values alone.
std::string config_hash(const params::ChipParams& p);

// One parameter ("dram.channels") or one group ("dram") in words. Throws Error (Input) for an
// unknown path.
std::string explain(const params::ChipParams& p, std::string_view path);

struct Assumption {
  std::string parameter;  // dram.channels; its first word is the unit of the card that reads it
  std::string value;      // "10.6 GB/s"
  std::string status;     // published, measured, fitted, assumed
};

// Every parameter, the units of the card one after another.
std::vector<Assumption> described(const params::ChipParams& p);

}  // namespace spyre::config
