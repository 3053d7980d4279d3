// plan: builds the plan of an operation and writes it as plan.json with its bundles.
#include "sim/bundle/write.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"
#include "sim/make/make.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>

namespace spyre::cli {
namespace {

struct Options {
  Talk talk;
  std::string operation, output;
  std::map<std::string, std::string> fields;  // as given, by name
};

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  make::Request request;
  request.op = options.operation;
  for (const auto& [name, value] : options.fields) {
    if (!value.empty()) make::set_field(request, name, value);
  }
  bundle::write_plan(make::make(request), options.output);
  return 0;
}

std::string footer() {
  std::string text = "Operations and what they need:\n";
  for (const make::OperationHelp& help : make::operations()) {
    text += fmt::format("  {:<26}{} ({})\n", help.name, help.meaning, fmt::join(help.needs, ", "));
  }
  return text;
}

}  // namespace

Command add_plan(CLI::App& app, Console& console) {
  CLI::App* command =
      app.add_subcommand("plan", "build the plan of an operation: plan.json and its bundles");
  const auto options = std::make_shared<Options>();
  command->add_option("OP", options->operation, "the operation")->required();
  for (const make::FieldHelp& field : make::fields()) {
    if (field.name == "op") continue;
    std::string option = "--" + field.name;
    std::replace(option.begin(), option.end(), '_', '-');
    command->add_option(option, options->fields[field.name], field.meaning);
  }
  command->add_option("-o,--output", options->output, "the directory to write")
      ->type_name("DIR")
      ->required();
  command->footer(footer);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
