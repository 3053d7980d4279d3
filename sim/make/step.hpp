// Builds the operations of a kernel: which axis each operand runs along, names, sticks, layout
// classes.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/make/kernel.hpp"

namespace spyre::make {

// Position names of the front end (plan-format 3.9): element-wise operations and reductions count
// mb, x, y … and end with out; matmuls end with mb, out, in.
enum class Naming : std::uint8_t { Elementwise, Matmul };

// The iteration space: sizes in order, and which of them the output does not have.
struct Space {
  std::vector<std::int64_t> sizes;
  std::vector<bool> reduced;
  Naming naming = Naming::Elementwise;
  bool keeps_ones = false;  // dimensions of size 1 stay in the space
  std::int64_t lanes =
      0;  // > 0: one more dimension, over the lanes of one-value sticks taken as dense
};

// An operand and the dimension of the space each of its host dimensions runs along (-1: none).
struct Use {
  ValueId value = -1;
  std::vector<int> along;
  // Where a walk over part of the value begins, by host dimension; empty: the walk covers the
  // value.
  std::vector<std::int64_t> first = {};
};

// The space of a whole value; its own dimensions in order.
Space space_of(const DeviceShape& shape);
// Host dimensions aligned to the last ones of the space, as PyTorch broadcasts.
Use aligned(const Kernel& kernel, ValueId value, const Space& space);

// An operand larger than the space by the kernel's number of tiles is walked one tile a trip.
Step make_step(const Kernel& kernel, plan::OpCode op, const Space& space,
               const std::vector<Use>& inputs, const Use& output);

}  // namespace spyre::make
