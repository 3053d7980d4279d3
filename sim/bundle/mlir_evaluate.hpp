// Runs a bundle's program for one launch: which file executes when, with which symbols bound to
// what.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/bundle/mlir.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::bundle {

// Where addresses come from before they are placed: parameters first, then the bundle's own
// allocations, then tensors a file without bundle leaves unbound. kAbsolute: the number is an
// address already.
using OriginId = int;
inline constexpr OriginId kAbsolute = -1;

// origin + constant + sum over loops of (trip number * bytes per trip).
struct BoundValue {
  OriginId origin = kAbsolute;
  std::int64_t constant = 0;
  std::map<int, std::int64_t> per_trip;  // loop → step
};

struct Call {
  std::string file;
  std::map<std::int64_t, BoundValue> bindings;
  int loop = -1;
  int line = 0;
};

struct Evaluated {
  std::vector<Call> calls;
  std::vector<plan::Loop> loops;          // ranges count calls
  std::vector<std::int64_t> allocations;  // bytes of each device_mem_allocate, in program order
};

// `dimensions` gives the value of every Dimension parameter by its position. Problems name `file`
// and the line.
Evaluated evaluate(const Program& program, const std::map<int, std::int64_t>& dimensions,
                   const std::string& file, Problems& problems);

}  // namespace spyre::bundle
