// A program image made runnable: its plan, moved to the addresses of each launch.
#pragma once

#include "sim/check/finding.hpp"
#include "sim/execute/memory.hpp"
#include "sim/number/rounding.hpp"
#include "sim/plan/plan.hpp"
#include "sim/target/allocations.hpp"
#include "sim/target/image.hpp"
#include "sim/target/segments.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace spyre::target {

class Program {
 public:
  // Throws Error with all problems of the bundle.
  explicit Program(Image image);

  [[nodiscard]] const Image& image() const { return image_; }
  [[nodiscard]] std::uint64_t arguments() const { return image_.arguments; }
  // The plan with its arguments at given addresses, in launch order, the pool first.
  [[nodiscard]] plan::Plan at(std::span<const std::int64_t> addresses) const;
  // True when an index tensor picks or places rows of some argument. A plan does not say how many
  // rows there are: they reach to the end of the argument's allocation.
  [[nodiscard]] bool has_tables() const { return !tables_.empty(); }
  // Computes on the card's memory; scratchpads hold what the programs before left in them. `live`:
  // allocations, where the program has tables.
  std::vector<check::Finding> run(std::span<const std::int64_t> addresses, const Extents& live,
                                  Segments& memory, execute::Scratchpads& scratchpads,
                                  const number::Rules& rules) const;

 private:
  Image image_;
  plan::Plan plan_;  // arguments at made-up addresses
  std::vector<plan::StorageId> tables_;
};

// Addresses that a bundle's launch takes; its plan lists as many arguments.
std::uint64_t arguments_of(const plan::Plan& plan);

}  // namespace spyre::target
