// A bundle read once: its program and the templates of the files it executes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/bundle/bundle_files.hpp"
#include "sim/bundle/mlir.hpp"
#include "sim/bundle/sdsc.hpp"

namespace spyre::bundle {

struct LoadedBundle {
  std::string label;               // of the bundle's text, or of the directory when there is none
  std::optional<Program> program;  // without: the files run once each in index order
  std::map<std::string, SdscTemplate> files;
  std::vector<std::string> order;  // file names in index order, used without a program
  std::string hash;                // of the content
  std::vector<plan::Note> notes;
};

// A bundle whose text is the file `mlir`.
LoadedBundle load_bundle(const BundleFiles& files, const std::string& mlir, Problems& problems);
// SuperDSC files without a bundle's text.
LoadedBundle load_loose_files(const BundleFiles& files, const std::vector<std::string>& names, Problems& problems);

}  // namespace spyre::bundle
