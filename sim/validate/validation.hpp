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
  std::vector<std::optional<interval::Bounds>>
      bounds;                    // of the rows, where intervals were asked for
  std::vector<Family> families;  // by name, each first of all cores, then per core count
};

// The first of every `n` rows of each family and core count, in the order of the tables.
std::vector<Row> every(std::size_t n, std::vector<Row> rows);

Sample sample_of(const Row& row, Time predicted);

// Intervals of all predicted rows, each without what the table knows of its own shape.
void add_intervals(Validation& validation, const interval::Table& table, bool other_card);

// `predict` runs in a process of its own for each row, `at_once` of them at a time, long kernels
// first so that no long one is left over at the end; `done` gets how
// many have ended.
// Rows with equal texts of `work` that are not empty share one prediction.
Validation validation_of(std::vector<Row> rows, std::size_t at_once,
                         const std::function<Outcome(const Row&)>& predict,
                         const std::function<std::string(const Row&)>& work = {},
                         const std::function<void(std::size_t)>& done = {});

}  // namespace spyre::validate
