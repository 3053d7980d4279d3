// --values: computes what a plan computes, writes the results and says how far they are from what
// was expected. Beside the timing report, never part of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/execute/execute.hpp"
#include "sim/plan/plan.hpp"

namespace CLI {
class App;
}

namespace spyre::cli {

class Console;

// The options as given.
struct ValueOptions {
  std::optional<std::string> directory;
  std::vector<std::string> inputs, dumps;  // NAME=FILE.npy, NAME
  std::optional<std::uint64_t> seed;
  std::optional<double> atol, rtol;
};
void add_values(CLI::App& command, ValueOptions& options);

// Throws a usage error for options that make no sense without --values or are no NAME=FILE.
execute::Options value_settings(const ValueOptions& options);

// Writes DIR/<tensor>.npy and DIR/values.json; prints the table when `print_table`. Returns 0, 3
// when a finding forbids, or 5 when values differ.
int run_values(const plan::Plan& plan, const execute::Options& options,
               const std::filesystem::path& directory, bool strict, bool print_table,
               Console& console);

}  // namespace spyre::cli
