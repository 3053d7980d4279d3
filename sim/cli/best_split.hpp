// The fastest division of an operation over cores, by simulation of all that use more than half of
// them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/params/params.hpp"
#include "sim/make/make.hpp"

namespace spyre::cli {

struct Candidate {
  make::Split split;
  Time kernel{0};
  std::string bound;  // what limits it
};

// Divisions that the plan builder accepts and the rules allow, the fastest first and equals in
// order of their slices; each runs in a process of its own, `at_once` of them at a time. Throws
// Error (Input) when there is none.
std::vector<Candidate> ranked_splits(const make::Request& request, const params::ChipParams& params,
                                     std::size_t at_once);

// The first few as a table.
std::string ranking_text(const std::vector<Candidate>& ranking, std::size_t shown);

}  // namespace spyre::cli
