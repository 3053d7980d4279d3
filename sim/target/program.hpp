// A program image made runnable: its plan, moved to the addresses of each launch.
#pragma once

#include "sim/check/finding.hpp"
#include "sim/execute/memory.hpp"
#include "sim/number/rounding.hpp"
#include "sim/plan/plan.hpp"
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
  // Computes on the card's memory; scratchpads hold what the programs before left in them.
  std::vector<check::Finding> run(std::span<const std::int64_t> addresses, Segments& memory,
                                  execute::Scratchpads& scratchpads,
                                  const number::Rules& rules) const;

 private:
  Image image_;
  plan::Plan plan_;  // arguments at made-up addresses
};

// Addresses that a bundle's launch takes; its plan lists as many arguments.
std::uint64_t arguments_of(const plan::Plan& plan);

}  // namespace spyre::target
