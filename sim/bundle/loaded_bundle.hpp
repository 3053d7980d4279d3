// A bundle read once: its program and the templates of the files it executes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/bundle/arguments.hpp"
#include "sim/bundle/bundle_files.hpp"
#include "sim/bundle/mlir.hpp"
#include "sim/bundle/sdsc.hpp"

namespace spyre::bundle {

struct LoadedBundle {
  std::string label;               // of the bundle's text, or of the directory when there is none
  std::optional<Program> program;  // without: the files run once each in index order
  std::map<std::string, SdscTemplate> files;
  std::vector<std::string> order;  // file names in index order, used without a program
  std::optional<std::vector<ArgumentScript>> arguments;  // of a launch_spec.json with the bundle
  std::vector<std::string> used;                         // every file read, sorted
  std::string hash;                                      // of their content
  std::vector<plan::Note> notes;
};

// `text` names the bundle's text file; without one the SuperDSC files stand for themselves.
LoadedBundle load_bundle(const BundleFiles& files, const std::string& text, Problems& problems);
LoadedBundle load_loose_files(const BundleFiles& files, const std::vector<std::string>& names,
                              Problems& problems);
// By what the files are; nothing, without a message, when none of them belongs to a bundle.
std::optional<LoadedBundle> load_any_bundle(const BundleFiles& files, Problems& problems);

}  // namespace spyre::bundle
