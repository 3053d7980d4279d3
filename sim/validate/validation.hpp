// Measured configurations beside what the simulator predicts of them, and how far apart they are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/validate/outcome.hpp"
#include "sim/validate/row.hpp"
#include "sim/validate/statistics.hpp"

namespace spyre::validate {

struct Family {
  std::string name;
  std::optional<int> cores;  // nothing: all
  Figures figures;
};

struct Validation {
  std::vector<Row> rows;          // in the order of the tables
  std::vector<Outcome> outcomes;  // of the rows
  std::vector<Family> families;   // by name, each first of all cores, then per core count
};

Sample sample_of(const Row& row, Time predicted);

// `predict` runs in a process of its own for each row, `at_once` of them at a time; `done` gets how
// many have ended.
Validation validation_of(std::vector<Row> rows, std::size_t at_once,
                         const std::function<Outcome(const Row&)>& predict,
                         const std::function<void(std::size_t)>& done = {});

}  // namespace spyre::validate
