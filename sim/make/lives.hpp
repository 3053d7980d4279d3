// How long the values of a kernel are needed, and whether everybody divides them alike.
#pragma once

#include <optional>
#include <vector>

#include "sim/make/footprint.hpp"
#include "sim/make/kernel.hpp"

namespace spyre::make {

struct Life {
  int first = -1, last = -1;           // steps
  std::optional<Footprint> footprint;  // empty if two accesses differ or one must go through memory
};

class Lives {
 public:
  explicit Lives(const Kernel& kernel);
  const Life& operator[](ValueId value) const { return lives_[static_cast<std::size_t>(value)]; }

 private:
  void touch(const Step& step, const Operand& operand, int index);

  const Kernel& kernel_;
  std::vector<Life> lives_;
};

}  // namespace spyre::make
