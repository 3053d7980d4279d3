// Declares the shared options and turns their text into values.
#include "sim/cli/options.hpp"

#include "models/base/error.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/log.hpp"
#include "sim/cli/usage.hpp"
#include "sim/config/config.hpp"
#include "sim/config/kept_files.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <thread>

namespace spyre::cli {
namespace {

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

// An option that may be given several times, one value each time.
void add_repeated(CLI::App& command, const char* name, std::vector<std::string>& values,
                  const char* kind, const char* help) {
  command.add_option(name, values, help)
      ->type_name(kind)
      ->expected(1)
      ->take_all()
      ->check(not_empty);
}

}  // namespace

std::string not_empty(const std::string& text) { return text.empty() ? "is empty" : ""; }

std::string not_negative(const std::string& text) {
  double value = -1;
  const bool number = CLI::detail::lexical_cast(text, value);
  return number && std::isfinite(value) && value >= 0
             ? ""
             : fmt::format("'{}' is no number from 0 on", text);
}

std::string whole(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  const bool number = error == std::errc() && stopped == end;
  return number ? "" : fmt::format("'{}' is no whole number from 0 to 2^64 - 1", text);
}

void add_talk(CLI::App& command, Talk& talk) {
  command.set_help_flag("-h,--help", "print this help and exit");
  command.allow_extras();
  command.footer("");
  command.add_flag("-v,--verbose", talk.verbose,
                   "tell on standard error what is done; -vv tells more");
  command.add_flag("-q,--quiet", talk.quiet, "no warnings and no progress on standard error");
  command.add_flag("--no-color", talk.no_colour, "no colours on a terminal");
}

void apply(const Talk& talk, Console& console) {
  if (talk.no_colour) console.forbid_colour();
  if (talk.quiet) console.be_quiet();
  start_log(talk.verbose, talk.quiet);
}

void add_card(CLI::App& command, Card& card) {
  add_repeated(command, "--config", card.files, "FILE",
               "data sheet of the card instead of the default; later files change earlier ones");
  add_repeated(command, "--set", card.sets, "PATH=VALUE",
               "change one parameter, as in --set dram.channels=32");
}

params::ChipParams load(const Card& card) {
  std::vector<std::filesystem::path> files(card.files.begin(), card.files.end());
  if (files.empty()) files.push_back(config::default_config());
  return config::load(files, card.sets);
}

void add_plans(CLI::App& command, Plans& plans) {
  command
      .add_option("PLAN", plans.paths,
                  "bundle directory, bundle.mlir, SuperDSC file, directory of them, or plan.json")
      ->required()
      ->check(not_empty);
  add_plan_details(command, plans);
}

void add_plan_details(CLI::App& command, Plans& plans) {
  add_repeated(command, "--bind", plans.bind, "NAME=N", "value of a symbolic dimension");
  add_repeated(command, "-i", plans.inputs, "SPEC",
               "shape and type of the next input, as in -i 10x512@fp16");
  add_repeated(command, "-o", plans.outputs, "SPEC", "shape and type of the next output");
}

bundle::ReadOptions read_options(const Plans& plans) {
  bundle::ReadOptions options;
  options.input_specs = plans.inputs;
  options.output_specs = plans.outputs;
  for (const std::string& text : plans.bind) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::optional<std::int64_t> value =
        whole_number(text.substr(std::min(equals + 1, text.size())));
    if (equals == 0 || !value || *value <= 0) {
      throw usage_error(fmt::format("--bind: '{}' binds nothing", text),
                        "NAME=N with N above 0, as in s0=128");
    }
    options.bind[text.substr(0, equals)] = *value;
  }
  return options;
}

void add_judgement(CLI::App& command, Judgement& judgement) {
  command.add_flag("--strict", judgement.strict, "treat warnings as errors");
  command
      .add_option("--timing-log", judgement.timing_log,
                  "file for wall times, paths and the host, one line per plan")
      ->type_name("FILE")
      ->check(not_empty);
}

void add_jobs(CLI::App& command, std::optional<std::size_t>& jobs, const std::string& what) {
  constexpr std::size_t kMost = 1024;
  command.add_option("-j", jobs, what + " simulated at once, by default one per core")
      ->check(CLI::Range(std::size_t{1}, kMost))
      ->type_name("N");
}

std::size_t all_cores() { return std::max(1U, std::thread::hardware_concurrency()); }

void add_many(CLI::App& command, Many& many, const std::string& what) {
  add_jobs(command, many.jobs, what);
  add_card(command, many.card);
  add_judgement(command, many.judgement);
  add_talk(command, many.talk);
}

}  // namespace spyre::cli
