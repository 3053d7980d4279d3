// A command of the command line: its options live with its code, in a file of its own.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace spyre::cli {

class Console;

struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;  // after parsing; returns the exit code, throws Error
};

using Registration = Command (*)(CLI::App& app, Console& console);

Command add_run(CLI::App& app, Console& console);
Command add_check(CLI::App& app, Console& console);
Command add_show(CLI::App& app, Console& console);
Command add_config(CLI::App& app, Console& console);
Command add_explain(CLI::App& app, Console& console);
Command add_pack(CLI::App& app, Console& console);
Command add_plan(CLI::App& app, Console& console);
Command add_sweep(CLI::App& app, Console& console);
Command add_validate(CLI::App& app, Console& console);

}  // namespace spyre::cli
