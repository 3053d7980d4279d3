#include "models/engine/position.hpp"

#include <algorithm>

namespace spyre::engine {
namespace {

std::int64_t extent(const program::Phase& phase, int loop) { return phase.loops[static_cast<std::size_t>(loop)]; }

}  // namespace

bool due(const program::Phase& phase, const program::Step& step, const Position& at, int walked) {
  for (int l = 0; l < step.depth; ++l) {
    if ((step.first_only >> l & 1U) != 0 && at[static_cast<std::size_t>(l)] != 0) return false;
  }
  for (int l = step.depth; l < walked; ++l) {
    const std::int64_t wanted = step.at_last ? extent(phase, l) - 1 : 0;
    if (at[static_cast<std::size_t>(l)] != wanted) return false;
  }
  return true;
}

bool advance(const program::Phase& phase, Position& at, int walked) {
  for (int l = walked - 1; l >= 0; --l) {
    std::int64_t& index = at[static_cast<std::size_t>(l)];
    if (++index < extent(phase, l)) return true;
    index = 0;
  }
  return false;
}

std::int64_t needed(const program::Phase& phase, const program::Step& step, const Position& at,
                    const program::Dependence& dependence) {
  const program::Step& other = phase.steps[static_cast<std::size_t>(dependence.step)];
  std::int64_t ordinal = 0;
  bool complete = false;  // a resident operand was loaded in an earlier round of the loop: all of it is there
  for (int l = 0; l < other.depth; ++l) {
    const std::int64_t index = l < step.depth ? at[static_cast<std::size_t>(l)] : extent(phase, l) - 1;
    if ((other.first_only >> l & 1U) != 0) {
      complete = complete || index > 0;
    } else {
      ordinal = ordinal * extent(phase, l) + (complete ? extent(phase, l) - 1 : index);
    }
  }
  return std::clamp<std::int64_t>(ordinal + 1 + dependence.ahead, 0, phase.instances(other));
}

}  // namespace spyre::engine
