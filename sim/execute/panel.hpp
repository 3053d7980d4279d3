// Elements on the move: gathered from sticks into dense arrays of floats, spread back, or copied as
// they are.
#pragma once

#include "sim/execute/access.hpp"
#include "sim/execute/grid.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace spyre::execute {

// Loops that together form one side of a matrix, in the order of their coordinates: position i is
// coordinate i.
struct Side {
  std::vector<std::size_t> axes;
  std::vector<std::int64_t> places;  // positions that one step of a loop is worth
  std::int64_t count = 1;
};
Side side_of(const Box& box, const std::function<bool(plan::DimId)>& belongs);

// A side as part of an array: `floats` from one position to the next.
struct Part {
  const Side* side = nullptr;
  std::int64_t floats = 1;
};
// The loops of some sides over one operand of a box and an array.
Box array_loops(const Box& box, std::size_t operand, const std::vector<Part>& parts);

// Loops over one operand and a dense array: strides[0] in bytes of the operand, strides[1] in
// floats of the array. The loops are put into the order of the operand's addresses with long runs
// of the array innermost.
void tune(Box& box);

// Reads the operand into the array. Where `doubts` is given, elements that are not defined set
// their entry to 1; returns true when there was any.
bool gather(const Box& box, const Access& from, float* to, std::uint8_t* doubts);

// Writes the array into the operand; `doubts` may be null.
void spread(const Box& box, const float* from, const std::uint8_t* doubts, Access& to);

// Copies operand 0 of a box to operand 1, bit by bit.
void copy_all(const Box& box, const Access& from, Access& to);

}  // namespace spyre::execute
