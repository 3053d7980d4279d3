// A run whose time was measured, as an example of how far predictions are off.
#pragma once

#include <string>

#include "sim/interval/features.hpp"

namespace spyre::interval {

struct Known {
  std::string id;
  std::string family;  // for readers of the table
  std::string build;   // of the compiler: errors under one build say little about another
  std::string group;   // rows of one shape: left out together when one of them is judged
  double measured_us = 0, predicted_us = 0;
  Features features;
  double spread = 0;  // what `spread_of` says of the row without its group
};

}  // namespace spyre::interval
