// Places what a process asked of its card in time: host, link and card work side by side, each
// stream in order.
//
// The host goes on at once after a launch, waits for transfers to the card (their memory is read
// when they return) and where the program waited. Transfers share one link, computations the card.
#pragma once

#include "models/base/quantity.hpp"
#include "models/params/params.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace spyre::target {

struct Step {
  enum class Kind : std::uint8_t { Correction, Send, Fetch, Fill, Compute, Wait };
  Kind kind = Kind::Compute;
  int stream = 0;
  Bytes bytes{0};
  int kernel = -1;
};

struct Placed {
  Time start{0}, end{0};
};

// One entry per step. `kernels` holds the time of every kernel on the card.
std::vector<Placed> place_in_time(const std::vector<Step>& steps, const std::vector<Time>& kernels,
                                  const params::Host& host);

// Throws Error (Input) for a word that names no kind.
Step::Kind kind_named(const std::string& word);

}  // namespace spyre::target
