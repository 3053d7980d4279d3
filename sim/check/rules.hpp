// The catalogue: every rule id that a finding can carry, with one line that says what the rule
// demands.
#pragma once

#include <span>
#include <string_view>

#include "sim/check/finding.hpp"

namespace spyre::check {

struct Rule {
  std::string_view id;
  Severity severity;  // the usual one; a rule may report less, never more
  std::string_view title;
};

// In the order of the catalogue.
std::span<const Rule> rules();

// nullptr for an id that is no rule.
const Rule* rule(std::string_view id);

}  // namespace spyre::check
