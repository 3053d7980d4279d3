// Tensors of the plan as the host knows them.
#include "sim/execute/tensors.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::execute {

std::vector<ArgumentTensor> argument_tensors(const plan::Plan& plan) {
  std::vector<ArgumentTensor> tensors;
  for (const plan::Launch& launch : plan.launches) {
    for (const plan::Argument& argument : launch.arguments) {
      if (argument.role == plan::ArgumentRole::Pool) continue;
      const std::string name =
          argument.tensor.empty() ? "arg_" + std::to_string(argument.arg_index) : argument.tensor;
      auto entry = std::find_if(tensors.begin(), tensors.end(), [&](const ArgumentTensor& t) {
        return t.name == name && t.storage == argument.storage;
      });
      if (entry == tensors.end()) {
        const bool reads = argument.role != plan::ArgumentRole::Output;
        tensors.push_back({name, argument.storage, &argument, nullptr, reads});
        entry = tensors.end() - 1;
      }
      if (argument.role != plan::ArgumentRole::Input) entry->output = &argument;
    }
  }
  return tensors;
}

const ArgumentTensor* find_tensor(const std::vector<ArgumentTensor>& tensors,
                                  const std::string& name) {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const ArgumentTensor& t) { return t.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

const plan::HostTensor* find_host(const plan::Plan& plan, const std::string& name) {
  const auto found = std::find_if(plan.tensors.begin(), plan.tensors.end(),
                                  [&](const plan::HostTensor& t) { return t.name == name; });
  return found == plan.tensors.end() ? nullptr : &*found;
}

std::string expected_name(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t kShown = 12;  // a model step has hundreds
  if (known.empty()) return "nothing: the plan names no tensors";
  const std::string near = nearest(name, known);
  if (!near.empty()) return near + ", the nearest";
  const auto shown = static_cast<std::ptrdiff_t>(std::min(known.size(), kShown));
  return fmt::format("one of {}{}", fmt::join(known.begin(), known.begin() + shown, ", "),
                     known.size() > kShown ? ", …" : "");
}

bool is_expectation(const plan::HostTensor& tensor) { return tensor.name.rfind("out_", 0) == 0; }

}  // namespace spyre::execute
