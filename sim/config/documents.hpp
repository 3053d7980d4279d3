// How many YAML documents a text holds: one file is one document.
#pragma once

#include <string>

namespace spyre::config {

// Looks no further than the second: of a stray comma the parser makes documents without end. Throws
// YAML::Exception where it is no YAML.
bool several_documents(const std::string& text);

}  // namespace spyre::config
