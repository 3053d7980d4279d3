// Values of a plan on memory that somebody else keeps.
#include "sim/execute/lent.hpp"

#include "sim/execute/launch_run.hpp"
#include "sim/execute/operation_run.hpp"

#include <utility>

namespace spyre::execute {

std::vector<check::Finding> run_on(const plan::Plan& plan, Lender lender, Scratchpads& scratchpads,
                                   const number::Rules& rules) {
  Machine machine(plan, rules, std::move(lender));
  for (auto& scratchpad : scratchpads)
    if (scratchpad) scratchpad->forget_writers();
  machine.memory.exchange_lx(scratchpads);
  for (std::size_t i = 0; i < plan.launches.size(); ++i) run_launch(machine, static_cast<int>(i));
  machine.memory.exchange_lx(scratchpads);
  return machine.findings.list();
}

}  // namespace spyre::execute
