// How the programs of this room begin and end.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace spyre::target {

// Reads the command line and runs the body. What goes wrong is told on standard error, one line per
// problem behind the program's name. Returns the exit code.
int program_main(CLI::App& app, int argc, char** argv, const std::function<void()>& body);

}  // namespace spyre::target
