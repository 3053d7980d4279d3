// plan: builds the plan of an operation and writes it as plan.json with its bundles.
#include "sim/bundle/write.hpp"
#include "sim/cli/best_split.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/usage.hpp"
#include "sim/files/text.hpp"
#include "sim/make/make.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace spyre::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  Talk talk;
  Card card;
  std::string operation, output;
  std::optional<std::size_t> jobs;
  std::map<std::string, std::optional<std::string>> fields;  // as given, by name
};

constexpr const char* kBest = "best";
constexpr std::size_t kShown = 5;
constexpr const char* kPlanFile = "plan.json";
constexpr const char* kWanted = "a new or empty directory, or one with a plan.json to replace";

bool is_plan(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  const auto document = nlohmann::json::parse(files::text_of(file, "a plan"), nullptr, false);
  return document.is_object() && document.contains("schema") &&
         document["schema"] == "spyre-sim/plan/1";
}

// Only a plan may be written over. Returns whether there is one.
bool replaces_plan(const fs::path& directory) {
  std::error_code ignored;
  const fs::file_status status = fs::status(directory, ignored);
  if (!fs::exists(status)) return false;
  if (!fs::is_directory(status))
    throw Error(ErrorKind::Input, directory.string(), "is no directory", kWanted);
  if (is_plan(directory / kPlanFile)) return true;
  if (fs::is_empty(directory, ignored)) return false;
  throw Error(ErrorKind::Input, directory.string(), "holds other things than a plan", kWanted);
}

// Of all divisions; tells how they compare.
make::Split best_split(const make::Request& request, const Options& options, Console& console) {
  const std::vector<Candidate> ranking =
      ranked_splits(request, load(options.card), options.jobs.value_or(all_cores()));
  console.print(ranking_text(ranking, kShown));
  return ranking.front().split;
}

void refuse_unused(const Options& options, bool best) {
  std::vector<std::string> given;
  for (const auto& [name, value] : options.fields) {
    if (value) given.push_back(name);
  }
  make::refuse_unused(options.operation, given);
  const bool card = !options.card.files.empty() || !options.card.sets.empty();
  if (!best && (card || options.jobs))
    throw usage_error("--config, --set and -j are about simulations", "--split best beside them");
}

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  make::Request request;
  request.op = options.operation;
  bool best = false;
  for (const auto& [name, value] : options.fields) {
    if (!value) continue;
    if (name == "split" && *value == kBest)
      best = true;
    else
      make::set_field(request, name, *value);
  }
  refuse_unused(options, best);
  const bool replaced = replaces_plan(options.output);
  if (best) request.split = best_split(request, options, console);
  const plan::Plan plan = make::make(request);
  bundle::write_plan(plan, options.output);
  console.print(fmt::format(
      "{} {}: {}, {} operation{}, {} cores\n", replaced ? "replaced the plan in" : "wrote",
      (fs::path(options.output) / kPlanFile).string(), plan.name, plan.operation_count(),
      plan.operation_count() == 1 ? "" : "s", plan.cores_used()));
  return 0;
}

std::string footer() {
  std::string text =
      "Operations, what they need, and what else they take beside --cores, --lx-planning, "
      "--lx-bytes and --dtype:\n";
  for (const make::OperationHelp& help : make::operations()) {
    text +=
        fmt::format("  {:<26}{} ({}{}{})\n", help.name, help.meaning, fmt::join(help.needs, ", "),
                    help.takes.empty() ? "" : "; ", fmt::join(help.takes, ", "));
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
      ->check(not_empty)
      ->required();
  add_jobs(*command, options->jobs, "divisions");
  add_card(*command, options->card);
  command->footer(footer);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
