// The operations of a launch in the order they run, every loop body twice: what one trip destroys,
// the next one misses.
#pragma once

#include "sim/plan/plan.hpp"

namespace spyre::check {

// The loop directly inside `loop` (-1: the launch) that holds an operation, -1 when none does.
inline int child_loop(const plan::Launch& launch, int loop, int operation) {
  int inner = launch.operations[static_cast<std::size_t>(operation)].loop;
  while (inner >= 0 && launch.loops[static_cast<std::size_t>(inner)].parent != loop) {
    inner = launch.loops[static_cast<std::size_t>(inner)].parent;
  }
  return inner;
}

// Calls visit(operation, pass) for the operations [first, last) inside `loop`; pass is that of the
// innermost loop.
template <class Visit>
void walk_twice(const plan::Launch& launch, int loop, int first, int last, int pass, Visit& visit) {
  for (int index = first; index < last; ++index) {
    const int inner = child_loop(launch, loop, index);
    if (inner < 0) {
      visit(index, pass);
      continue;
    }
    const plan::Loop& body = launch.loops[static_cast<std::size_t>(inner)];
    const int passes = body.trips > 1 ? 2 : 1;
    for (int k = 1; k <= passes; ++k) walk_twice(launch, inner, body.first, body.last, k, visit);
    index = body.last - 1;
  }
}

template <class Visit>
void walk_twice(const plan::Launch& launch, Visit visit) {
  walk_twice(launch, -1, 0, static_cast<int>(launch.operations.size()), 1, visit);
}

}  // namespace spyre::check
