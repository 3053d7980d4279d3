// show: tells what a plan says in words.
#include "sim/bundle/read.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"
#include "sim/report/plan_text.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace spyre::cli {
namespace {

struct Options {
  Talk talk;
  std::string plan;
  Plans details;
};

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  console.print(report::plan_text(bundle::read_plan(options.plan, read_options(options.details))));
  return 0;
}

}  // namespace

Command add_show(CLI::App& app, Console& console) {
  CLI::App* command = app.add_subcommand(
      "show", "tell what a plan says: operations, splits, tensors, work per core");
  const auto options = std::make_shared<Options>();
  command->add_option("PLAN", options->plan, "the plan")->required()->check(not_empty);
  add_plan_details(*command, options->details);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
