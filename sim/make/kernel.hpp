// A kernel before it is placed: values, and the operations that walk them over named loop
// dimensions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/make/shape.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::make {

using ValueId = int;  // index into Kernel::values
using AxisId = int;   // index into Step::axes

enum class Origin : std::uint8_t { Input, Output, Intermediate };

// A tensor. A view is another shape of the same bytes.
struct Value {
  std::string name;
  DeviceShape shape;
  Origin origin = Origin::Intermediate;
  ValueId storage = -1;  // the value it is a view of, or itself
};

// One loop dimension of an operation, divided over cores.
struct Axis {
  std::string name;
  std::int64_t size = 1;  // logical elements
  std::int64_t unit = 1;  // elements of a stick, if it is the stick dimension of any operand
  std::int64_t slices = 1;
  bool reduced = false;  // not in the output

  // Elements in whole sticks, and the parts that can go to different cores.
  [[nodiscard]] std::int64_t padded() const { return parts() * unit; }
  [[nodiscard]] std::int64_t parts() const { return (size + unit - 1) / unit; }
};

// Slices of each axis of an operation, and the slice each core has.
struct Division {
  std::vector<std::int64_t> slices;              // by axis
  std::vector<std::vector<std::int64_t>> cores;  // [core][axis]
};

// How an operation walks a value: the axis along each host dimension of the value, -1 where it
// stays at the first.
struct Operand {
  ValueId value = -1;
  std::vector<AxisId> axes;
  int tiled = -1;                   // host dimension the kernel's tile loop advances along
  std::vector<std::int64_t> first;  // element of each host dimension the walk begins at; empty: 0
  std::string label;                // layout class (plan-format 3.3)
  std::optional<Division> own;      // division of a relayout's source, which is its producer's
};

struct Step {
  plan::OpCode op = plan::OpCode::Identity;
  std::vector<Axis> axes;  // in the order of the iteration space
  std::vector<Operand> inputs;
  Operand output;
  std::vector<plan::Constant> constants;
  AxisId stick = -1;  // the axis inside the sticks of the operation's main layout class
  bool broadcasts =
      true;  // operands list the axes they lack as broadcast; those of a matmul do not list them
  AxisId fastest = 0;  // axis whose slices vary fastest over the cores; the others follow in order
  bool relayout = false;    // moves a value between cores to the division of the next operation
  bool only_in_lx = false;  // a copy that serves only intermediate values in the scratchpads
};

// One launch: `tiles` trips over all steps.
struct Kernel {
  std::string name;
  std::vector<Value> values;
  std::vector<Step> steps;
  std::int64_t tiles = 1;
  std::int64_t repeat = 1;
};

ValueId add_value(Kernel& kernel, std::string name, DeviceShape shape, Origin origin);
// Another shape of the same bytes.
ValueId add_view(Kernel& kernel, ValueId value, DeviceShape shape);

// A level of an operand's walk, outermost first: one step of `axis` by `unit` elements moves
// `stride` bytes.
struct WalkLevel {
  AxisId axis = -1;
  std::int64_t unit = 1, stride = 0;
};
std::vector<WalkLevel> walk_of(const Kernel& kernel, const Operand& operand);
// Bytes from the value's first element to the walk's.
std::int64_t walk_begin(const Kernel& kernel, const Operand& operand);

// The operation's own division, and the one an operand is found in.
Division division_of(const Step& step);
Division division_of(const Step& step, const Operand& operand);

}  // namespace spyre::make
