// Combinations of parameters that no card can have, whatever each of them says alone.
#pragma once

#include <string>
#include <vector>

#include "models/params/params.hpp"

namespace spyre::config {

struct Conflict {
  std::vector<std::string> parameters;  // involved, the first one is named in the message
  std::string what, expected;
};

std::vector<Conflict> conflicts(const params::ChipParams& p);

}  // namespace spyre::config
