// Where an engine stands in the loop nest of a phase, and how many instances of another step that position needs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/program/program.hpp"

namespace spyre::engine {

// Indices of the phase's loops, outermost first.
using Position = std::array<std::int64_t, program::kMaxLoops>;

// True when the step runs at this position of a walk over loops[0, walked).
bool due(const program::Phase& phase, const program::Step& step, const Position& at, int walked);

// Moves to the next position of loops[0, walked); false after the last.
bool advance(const program::Phase& phase, Position& at, int walked);

// Instances of the step depended on that must have happened before `step` may run at `at`.
std::int64_t needed(const program::Phase& phase, const program::Step& step, const Position& at,
                    const program::Dependence& dependence);

}  // namespace spyre::engine
