// Tensors of the plan as the host knows them: where one name lies, with which layout, first and
// last seen how.
#pragma once

#include "sim/plan/plan.hpp"

#include <string>
#include <vector>

namespace spyre::execute {

// A name that launches pass as an argument.
struct ArgumentTensor {
  std::string name;
  plan::StorageId storage = 0;
  const plan::Argument* first = nullptr;   // as first seen
  const plan::Argument* output = nullptr;  // as last written, or null
  bool read_first = false;                 // a launch reads it before any writes it
};

// All of them, pools left out, in the order of first use.
std::vector<ArgumentTensor> argument_tensors(const plan::Plan& plan);

// Null when there is none.
const ArgumentTensor* find_tensor(const std::vector<ArgumentTensor>& tensors,
                                  const std::string& name);
const plan::HostTensor* find_host(const plan::Plan& plan, const std::string& name);

// What a name that is none of `known` should have been.
std::string expected_name(const std::string& name, const std::vector<std::string>& known);

// Expectations are named out_…; everything else with a file is an input.
bool is_expectation(const plan::HostTensor& tensor);

}  // namespace spyre::execute
