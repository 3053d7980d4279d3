// How far a computed tensor is from what was expected.
#pragma once

#include "sim/execute/npy.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace spyre::execute {

struct Mismatch {
  std::vector<std::int64_t> index;
  double got = 0, expected = 0;
};

struct TensorComparison {
  std::string name, file;
  std::string compared_with;  // the file of the expectation, empty when there is none
  bool computed = true;       // false: no launch writes the tensor
  double atol = 0, rtol = 0;
  double max_abs = 0, max_rel = 0;
  std::vector<std::int64_t> where;  // of max_abs; empty when nothing differs
  std::int64_t elements = 0, beyond = 0;
  std::vector<Mismatch> first;  // at most ten

  [[nodiscard]] bool agrees() const { return computed && beyond == 0; }
};

// |got − expected| ≤ atol + rtol · |expected| element by element; two values that are both not
// finite agree. A difference of shape counts every element as beyond.
void compare(const HostArray& got, const HostArray& expected, TensorComparison& into);

}  // namespace spyre::execute
