// What became of one measured configuration: a predicted time, or the reason why there is none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/quantity.hpp"
#include "sim/interval/features.hpp"

namespace spyre::validate {

// Where the plan came from.
enum class Source : std::uint8_t { Built, Plan };
const char* name(Source source);

// Something that should have worked: an unreadable plan, a broken rule, a deadlock.
struct Fault {
  ErrorKind kind = ErrorKind::Internal;
  std::vector<Problem> problems;
};

struct Outcome {
  Source source = Source::Built;
  std::optional<Time> predicted;
  interval::Features features;  // with `predicted`
  std::string why;              // there is no prediction
  std::optional<Fault> fault;   // with `why`
};

Outcome skipped(std::string why, Source source);
Outcome failed(const Error& error, Source source);

// One line of text and back, for the way between two processes.
std::string encoded(const Outcome& outcome);
Outcome decoded(const std::string& text);

}  // namespace spyre::validate
