// config: prints the resolved data sheet of the card, or explains a part of it.
#include "sim/config/config.hpp"

#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace spyre::cli {
namespace {

struct Options {
  Talk talk;
  Card card;
  std::optional<std::string> path;
};

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  const params::ChipParams params = load(options.card);
  console.print(options.path ? config::explain(params, *options.path)
                             : config::resolved_yaml(params));
  return 0;
}

}  // namespace

Command add_config(CLI::App& app, Console& console) {
  CLI::App* command = app.add_subcommand("config", "print the resolved data sheet of the card");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("--explain", options->path,
                   "explain one parameter or group, as in --explain dram.channels")
      ->type_name("PATH");
  add_card(*command, options->card);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
