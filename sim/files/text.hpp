// Files that people write by hand, read whole: data sheets, specifications, tables.
#pragma once

#include <filesystem>
#include <string>

namespace spyre::files {

// Pipes and devices are read as well, but not for ever: what is larger than 64 MiB is no file of
// ours. Throws Error (Input) with `expected`, which says what kind of file is wanted.
std::string text_of(const std::filesystem::path& file, const std::string& expected);

}  // namespace spyre::files
