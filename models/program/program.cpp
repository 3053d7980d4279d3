#include "models/program/program.hpp"

namespace spyre::program {

std::int64_t Phase::instances(const Step& step) const {
  std::int64_t n = 1;
  for (int l = 0; l < step.depth; ++l) {
    if ((step.first_only >> l & 1U) == 0) n *= loops[static_cast<std::size_t>(l)];
  }
  return n;
}

}  // namespace spyre::program
