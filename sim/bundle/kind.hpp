// Tells by content what a given path is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sim/bundle/bundle_files.hpp"
#include "sim/bundle/json.hpp"
#include "sim/bundle/problems.hpp"

namespace spyre::bundle {

enum class PlanKind : std::uint8_t { PlanJson, Bundle, LooseFiles };

struct Recognised {
  PlanKind kind = PlanKind::Bundle;
  std::filesystem::path directory;  // the file's folder
  std::vector<std::string> files;   // plan.json, the bundle's text, or the SuperDSC files
  std::shared_ptr<Json> plan;       // the parsed plan.json
};

// Records why the path is no plan; `files` is then empty.
Recognised recognise(const std::filesystem::path& path, Problems& problems);

// The files of a bundle that are its text, or SuperDSC files, by content.
std::vector<std::string> bundle_texts(const BundleFiles& files);
std::vector<std::string> sdsc_files(const BundleFiles& files, Problems& problems);

}  // namespace spyre::bundle
