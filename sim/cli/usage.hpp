// Mistakes on the command line itself, told with what would have been right.
#pragma once

#include <string>

#include "models/base/error.hpp"

namespace CLI {
class App;
}

namespace spyre::cli {

Error usage_error(const std::string& what, const std::string& expected = {});
// For a command line that names no command, or one that does not exist.
Error unknown_command(const CLI::App& app);
// Throws for options and arguments that `command` does not have, all in one go, each with its
// nearest neighbour.
void refuse_extras(const CLI::App& app, const CLI::App& command);

}  // namespace spyre::cli
