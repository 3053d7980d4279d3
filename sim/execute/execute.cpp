// Values of a plan.
#include "sim/execute/execute.hpp"

#include "models/base/error.hpp"
#include "sim/execute/capture.hpp"
#include "sim/execute/inputs.hpp"
#include "sim/execute/launch_run.hpp"
#include "sim/execute/outputs.hpp"

#include <algorithm>
#include <new>

namespace spyre::execute {
namespace {

// A repeated launch gives the same values again, unless it reads what it writes.
std::int64_t repeats(const plan::Launch& launch) {
  const bool accumulates = std::any_of(
      launch.arguments.begin(), launch.arguments.end(),
      [](const plan::Argument& a) { return a.role == plan::ArgumentRole::InputOutput; });
  return accumulates ? launch.repeat : std::min<std::int64_t>(launch.repeat, 1);
}

void ask_for_results(Machine& machine, const std::vector<ArgumentTensor>& tensors,
                     const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (find_tensor(tensors, name) != nullptr || ask_for_result(machine, name)) continue;
    std::vector<std::string> known;
    for (const ArgumentTensor& tensor : tensors) known.push_back(tensor.name);
    for (const plan::Launch& launch : machine.plan.launches)
      for (const plan::Operation& operation : launch.operations) known.push_back(operation.key);
    throw Error(ErrorKind::Input, "--dump-tensor " + name,
                "neither a tensor that a launch takes nor the result of an operation",
                expected_name(name, known));
  }
}

void take_captures(Machine& machine, Values& values) {
  for (auto& [place, capture] : machine.captures)
    values.arrays.push_back({capture.name, std::move(capture.array)});
}

}  // namespace

bool Values::agree() const {
  return std::all_of(tensors.begin(), tensors.end(),
                     [](const TensorComparison& t) { return t.agrees(); });
}

Values execute(const plan::Plan& plan, const Options& options) try {
  Machine machine(plan, options.rules);
  const std::vector<ArgumentTensor> tensors = argument_tensors(plan);
  ask_for_results(machine, tensors, options.dump_tensors);
  load_inputs(machine, tensors, options);
  for (std::size_t i = 0; i < plan.launches.size(); ++i)
    for (std::int64_t n = 0; n < repeats(plan.launches[i]); ++n)
      run_launch(machine, static_cast<int>(i));
  Values values;
  read_outputs(machine, tensors, options, values);
  take_captures(machine, values);
  values.findings = machine.findings.list();
  return values;
} catch (const std::bad_alloc&) {
  throw Error(ErrorKind::Input, plan.name, "its tensors need more memory than there is");
}

}  // namespace spyre::execute
