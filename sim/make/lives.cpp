// Lives of values.
#include "sim/make/lives.hpp"

#include "sim/make/index.hpp"

#include <algorithm>

namespace spyre::make {
namespace {

// Partial results meet in memory; restickifying and the layer norm's statistics work from there.
bool stays_on_core(const Step& step, const Operand& operand) {
  const bool is_result = &operand == &step.output;
  const bool partial = std::any_of(step.axes.begin(), step.axes.end(), [](const Axis& axis) {
    return axis.reduced && axis.slices > 1;
  });
  if (is_result && (partial || step.op == plan::OpCode::Exx2)) return false;
  return step.op != plan::OpCode::ReStickifyHbm && step.op != plan::OpCode::LayerNormScale;
}

}  // namespace

Lives::Lives(const Kernel& kernel) : kernel_(kernel), lives_(kernel.values.size()) {
  for (std::size_t i = 0; i < kernel.steps.size(); ++i) {
    const Step& step = kernel.steps[i];
    for (const Operand& input : step.inputs) touch(step, input, static_cast<int>(i));
    touch(step, step.output, static_cast<int>(i));
  }
}

void Lives::touch(const Step& step, const Operand& operand, int index) {
  Life& life = lives_[at(kernel_.values[at(operand.value)].storage)];
  const Footprint mine = footprint(kernel_, step, operand);
  if (life.first < 0)
    life = {index, index, mine};
  else if (life.footprint != mine)
    life.footprint.reset();
  if (!stays_on_core(step, operand)) life.footprint.reset();
  life.last = index;
}

}  // namespace spyre::make
