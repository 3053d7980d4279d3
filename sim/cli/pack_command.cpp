// pack: writes a plan and the bundles it names as one file.
#include "sim/bundle/read.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"
#include "sim/files/output_file.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace spyre::cli {
namespace {

struct Options {
  Talk talk;
  std::string plan, output;
};

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  files::OutputFile file(options.output);
  file.write(bundle::pack_plan(options.plan));
  file.commit();
  return 0;
}

}  // namespace

Command add_pack(CLI::App& app, Console& console) {
  CLI::App* command =
      app.add_subcommand("pack", "write a plan and the bundles it names as one plan.json");
  const auto options = std::make_shared<Options>();
  command->add_option("PLAN", options->plan, "the plan")->required()->check(not_empty);
  command->add_option("-o,--output", options->output, "the file to write")
      ->type_name("FILE")
      ->required()
      ->check(not_empty);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
