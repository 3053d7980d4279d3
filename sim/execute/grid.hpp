// Iteration of an operation over one core's share, as nested loops whose steps are plain byte
// strides.
//
// A coordinate is written in a mixed radix whose digits are fine enough that every operand moves by
// a constant per step of a digit: sticks and lanes, interleaved lanes of fp8, windows of a
// convolution all become strides.
#pragma once

#include "sim/execute/digits.hpp"
#include "sim/plan/plan.hpp"

#include <cstdint>
#include <vector>

namespace spyre::execute {

struct Axis {
  plan::DimId dim = -1;
  std::int64_t weight = 1, count = 1;
};

// A rectangle of the share: loops outermost first, strides and first offset of every operand.
struct Box {
  std::vector<Axis> axes;
  std::vector<std::vector<std::int64_t>> strides;  // [operand][axis]
  std::vector<std::int64_t> offset;                // [operand] bytes from the core's start
  std::vector<std::int64_t> first;  // [dimension] local coordinate of the first element

  [[nodiscard]] std::int64_t elements() const;
};

// Local coordinates to walk, per dimension.
struct Range {
  std::int64_t first = 0, count = 1;
};

// The whole share of a core: 0 … per_core of every dimension.
std::vector<Range> core_ranges(const plan::Operation& operation);

// The rectangles that cover the ranges; more than one only where a range does not end on a whole
// stick.
std::vector<Box> boxes_of(const std::vector<Range>& ranges,
                          const std::vector<OperandDigits>& operands);

// The same where operands start at coordinates of their own: [operand][dimension], `counts`
// elements of each dimension. The first operand's coordinates become Box::first.
std::vector<Box> boxes_between(const std::vector<std::int64_t>& counts,
                               const std::vector<OperandDigits>& operands,
                               const std::vector<std::vector<std::int64_t>>& firsts);

// Some of the loops, in the order given, and a last one of a single step: all of them are outer
// loops.
Box outer_loops(const Box& box, const std::vector<std::size_t>& axes);

// Puts the loops into the order of an operand's addresses, outermost first, and drops loops of one
// step.
void order_by(Box& box, std::size_t operand);
// Moves one loop to the innermost place.
void make_innermost(Box& box, std::size_t axis);
// Joins neighbouring loops that are one loop for every operand, except loops over `kept`
// dimensions.
void merge(Box& box, const std::vector<plan::DimId>& kept);

// First and one past the last byte that an operand of `bytes` per element touches, from the core's
// start.
struct Span {
  std::int64_t first = 0, last = 0;
};
Span span_of(const std::vector<Box>& boxes, std::size_t operand, std::int64_t bytes);

// Calls visit(offsets of all operands, index of the outer loops) for every step of all loops but
// the innermost.
template <class Visitor>
void for_each_run(const Box& box, Visitor&& visit) {
  const std::size_t outer = box.axes.empty() ? 0 : box.axes.size() - 1;
  std::vector<std::int64_t> index(outer, 0), offset = box.offset;
  const auto move = [&](std::size_t axis, std::int64_t steps) {
    for (std::size_t k = 0; k < offset.size(); ++k) offset[k] += steps * box.strides[k][axis];
  };
  for (;;) {
    visit(offset, index);
    std::size_t axis = outer;
    for (; axis-- > 0;) {
      move(axis, 1);
      if (++index[axis] < box.axes[axis].count) break;
      move(axis, -box.axes[axis].count);
      index[axis] = 0;
    }
    if (axis == static_cast<std::size_t>(-1)) return;
  }
}

}  // namespace spyre::execute
