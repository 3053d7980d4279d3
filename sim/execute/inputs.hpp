// Fills device memory before the first launch: from files, or from a seeded generator.
#pragma once

#include "sim/execute/execute.hpp"
#include "sim/execute/operation_run.hpp"
#include "sim/execute/tensors.hpp"

#include <vector>

namespace spyre::execute {

// A tensor that needs values before the first launch, as the host holds it.
struct InputTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  number::HostType type = number::HostType::Float16;
  std::string file;  // of the plan, relative to it; empty: given by the user or made up
};
std::vector<InputTensor> input_tensors(const plan::Plan& plan);

// Copies every tensor that a launch reads before any writes it, and every tensor with a file that
// is no expectation. Reports tensors without a file, which are filled from the generator (SIM-07).
void load_inputs(Machine& machine, const std::vector<ArgumentTensor>& tensors,
                 const Options& options);

}  // namespace spyre::execute
