// The compile seam: a bundle directory becomes spyreCodeDir with what the runtime needs to load and
// launch it.
#pragma once

#include "models/params/params.hpp"

#include <filesystem>

namespace spyre::target {

// Reads and checks the bundle in `directory` and writes spyreCodeDir/spyrecode.json and the program
// image. Throws Error with all problems; nothing is written then.
void compile(const std::filesystem::path& directory, const params::ChipParams& chip);

}  // namespace spyre::target
