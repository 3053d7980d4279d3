// Finds the nearest command or option for a word that is none.
#include "sim/cli/usage.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <vector>

namespace spyre::cli {
namespace {

constexpr const char* kWhere = "command line";

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string one_of(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

Problem unknown_word(const CLI::App& command, const std::string& word) {
  if (word.empty() || word.front() != '-') {
    return {kWhere, fmt::format("{} takes no argument '{}' here", command.get_name(), word), ""};
  }
  const std::string option = word.substr(0, word.find('='));
  return {kWhere, fmt::format("{} has no option {}", command.get_name(), option),
          nearest(option, option_names(command))};
}

}  // namespace

Error usage_error(const std::string& what, const std::string& expected) {
  return Error(ErrorKind::Input, kWhere, what, expected);
}

Error unknown_command(const CLI::App& app) {
  const std::vector<std::string> names = command_names(app);
  const std::vector<std::string> words = app.remaining();
  if (words.empty()) return usage_error("no command given", one_of(names));
  const std::string closest = nearest(words.front(), names);
  return usage_error(fmt::format("no command '{}'", words.front()),
                     closest.empty() ? one_of(names) : closest);
}

void refuse_extras(const CLI::App& app, const CLI::App& command) {
  std::vector<Problem> problems;
  for (const std::string& word : app.remaining()) problems.push_back(unknown_word(command, word));
  for (const std::string& word : command.remaining())
    problems.push_back(unknown_word(command, word));
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
}

}  // namespace spyre::cli
