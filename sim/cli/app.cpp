// Registers the commands, tells usage errors and calls the command that was named.
#include "sim/cli/app.hpp"

#include "models/base/error.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/usage.hpp"

#include <CLI/CLI.hpp>

#include <sstream>
#include <vector>

namespace spyre::cli {
namespace {

class App {
 public:
  explicit App(Console& console)
      : console_(console),
        app_("Cycle-approximate simulator of the IBM Spyre accelerator card.", "spyre-sim") {
    app_.set_version_flag("--version", "spyre-sim " SPYRE_VERSION);
    app_.set_help_flag("-h,--help", "print this help and exit");
    app_.allow_extras();
    app_.footer("`spyre-sim COMMAND --help` tells the options of a command.");
    for (const Registration add : {add_run, add_check, add_show, add_plan, add_config, add_explain,
                                   add_pack, add_validate, add_sweep}) {
      commands_.push_back(add(app_, console_));
    }
  }

  int run(int argc, char** argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& e) {
      return print_answer(e);
    } catch (const CLI::ParseError& e) {
      throw usage_error(e.what());
    }
    for (const Command& command : commands_) {
      if (command.app->parsed()) return run_command(command);
    }
    throw unknown_command(app_);
  }

 private:
  int print_answer(const CLI::Success& e) {
    std::ostringstream out, none;
    app_.exit(e, out, none);
    console_.print(out.str());
    return 0;
  }

  int run_command(const Command& command) {
    refuse_extras(app_, *command.app);
    return command.run();
  }

  Console& console_;
  CLI::App app_;
  std::vector<Command> commands_;
};

}  // namespace

int run_app(int argc, char** argv) {
  Console console;
  return console.guarded([&] { return App(console).run(argc, argv); });
}

}  // namespace spyre::cli
