// Values of a plan.
#include "sim/execute/execute.hpp"

#include "models/base/error.hpp"
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

}  // namespace

bool Values::agree() const {
  return std::all_of(tensors.begin(), tensors.end(),
                     [](const TensorComparison& t) { return t.agrees(); });
}

Values execute(const plan::Plan& plan, const Options& options) try {
  Machine machine(plan, options.rules);
  const std::vector<ArgumentTensor> tensors = argument_tensors(plan);
  load_inputs(machine, tensors, options);
  for (std::size_t i = 0; i < plan.launches.size(); ++i)
    for (std::int64_t n = 0; n < repeats(plan.launches[i]); ++n)
      run_launch(machine, static_cast<int>(i));
  Values values;
  read_outputs(machine, tensors, options, values);
  values.findings = machine.findings.list();
  return values;
} catch (const std::bad_alloc&) {
  throw Error(ErrorKind::Input, plan.name, "its tensors need more memory than there is");
}

}  // namespace spyre::execute
