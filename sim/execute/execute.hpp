// Values of a plan: the same operations the timing sees, on host memory, byte for byte in the
// card's layouts.
//
// Knows nothing of time. A run gives the plan's outputs, how far they are from what was expected,
// and what the plan does with memory that it should not (plan-rules, dynamic rules).
#pragma once

#include "sim/check/finding.hpp"
#include "sim/execute/compare.hpp"
#include "sim/execute/npy.hpp"
#include "sim/number/rounding.hpp"
#include "sim/number/transfer.hpp"
#include "sim/plan/plan.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace spyre::execute {

struct Options {
  std::map<std::string, std::filesystem::path> inputs;  // tensor → .npy file, instead of the plan's
  std::map<std::string, HostArray> arrays;              // tensor → values, instead of any file
  std::uint64_t seed = 0;                               // of inputs that have no file
  std::optional<double> atol, rtol;                     // instead of the plan's
  // To return beside the outputs: argument tensors, or results of operations by their key ("3_exp",
  // "1/3_exp" for one of launch 1).
  std::vector<std::string> dump_tensors;
  number::Fill h2d_fill = number::Fill::Zero;  // lanes of a stick that a host copy does not name
  number::Rules rules;
};

struct NamedArray {
  std::string name;
  HostArray array;
};

struct Values {
  std::vector<TensorComparison> tensors;  // outputs in the order of the plan
  std::vector<NamedArray> arrays;         // outputs and dumped tensors, in host shape and type
  std::vector<check::Finding> findings;   // errors first

  // False when an expectation was not met or not computed (exit code 5).
  [[nodiscard]] bool agree() const;
};

// Throws Error: Input for files that do not fit the plan, Unsupported for operations without public
// meaning.
Values execute(const plan::Plan& plan, const Options& options = {});

}  // namespace spyre::execute
