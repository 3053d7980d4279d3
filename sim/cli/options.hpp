// Options that several commands share, and what they mean once parsed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/params/params.hpp"
#include "sim/bundle/read.hpp"

namespace CLI {
class App;
}

namespace spyre::cli {

class Console;

// Check of options that name a file or a plan.
std::string not_empty(const std::string& text);
// Check of options that are a number from 0 on, and really one.
std::string not_negative(const std::string& text);
// The same for whole numbers of 64 bits.
std::string whole(const std::string& text);

// -v, -q, --no-color: on every command.
struct Talk {
  int verbose = 0;
  bool quiet = false, no_colour = false;
};
void add_talk(CLI::App& command, Talk& talk);
// Sets up console and log; throws for an unknown SPYRE_SIM_LOG.
void apply(const Talk& talk, Console& console);

// --config, --set: which card.
struct Card {
  std::vector<std::string> files, sets;
};
void add_card(CLI::App& command, Card& card);
params::ChipParams load(const Card& card);

// PLAN…, --bind, -i, -o: which plans, and what they leave open.
struct Plans {
  std::vector<std::string> paths;
  std::vector<std::string> bind, inputs, outputs;
};
void add_plans(CLI::App& command, Plans& plans);
void add_plan_details(CLI::App& command, Plans& plans);
bundle::ReadOptions read_options(const Plans& plans);

// --strict, --timing-log: on commands that simulate or check.
struct Judgement {
  bool strict = false;
  std::optional<std::string> timing_log;
};
void add_judgement(CLI::App& command, Judgement& judgement);

// -j: how many of `what` are simulated at once; all_cores() without it.
void add_jobs(CLI::App& command, std::optional<std::size_t>& jobs, const std::string& what);
std::size_t all_cores();

// --config and --set, --strict and --timing-log, -v and its like, and -j: commands that simulate
// many things have them all.
struct Many {
  Talk talk;
  Card card;
  Judgement judgement;
  std::optional<std::size_t> jobs;
};
void add_many(CLI::App& command, Many& many, const std::string& what);

}  // namespace spyre::cli
