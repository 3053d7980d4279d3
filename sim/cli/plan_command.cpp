// plan: builds the plan of an operation and writes it as plan.json with its bundles.
#include "sim/bundle/write.hpp"
#include "sim/cli/best_split.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"
#include "sim/make/make.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <thread>

namespace spyre::cli {
namespace {

struct Options {
  Talk talk;
  Card card;
  std::string operation, output;
  std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::map<std::string, std::string> fields;  // as given, by name
};

constexpr const char* kBest = "best";
constexpr std::size_t kShown = 5;

// Of all divisions; tells how they compare.
make::Split best_split(const make::Request& request, const Options& options, Console& console) {
  const std::vector<Candidate> ranking = ranked_splits(request, load(options.card), options.jobs);
  console.print(ranking_text(ranking, kShown));
  return ranking.front().split;
}

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  make::Request request;
  request.op = options.operation;
  bool best = false;
  for (const auto& [name, value] : options.fields) {
    if (name == "split" && value == kBest)
      best = true;
    else if (!value.empty())
      make::set_field(request, name, value);
  }
  if (best) request.split = best_split(request, options, console);
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
    const char* more = field.name == "split" ? "; best: the fastest by simulation" : "";
    command->add_option(option, options->fields[field.name], field.meaning + more);
  }
  command->add_option("-o,--output", options->output, "the directory to write")
      ->type_name("DIR")
      ->required();
  command->add_option("-j", options->jobs, "divisions simulated at once, by default one per core")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  add_card(*command, options->card);
  command->footer(footer);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
