// What a run looks like to the table of errors: which kinds of work take its time, on how many
// cores, in how large pieces.
#pragma once

#include <map>
#include <string>

#include "models/observe/result.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::interval {

struct Features {
  std::map<std::string, double> shares;  // of the kernels' time by kind of work; 1 together
  int cores = 1;
  double launch_us = 0;  // kernel time of one launch on average
};

Features features_of(const plan::Plan& plan, const observe::Result& result);

// "matmul 0.75; copy 0.25": the shares as one cell of a table, and back. Throws Error (Input) at
// `where`.
std::string shares_text(const std::map<std::string, double>& shares);
std::map<std::string, double> shares_of(const std::string& text, const std::string& where);

}  // namespace spyre::interval
