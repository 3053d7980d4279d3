// Checks divisions a user asks for against what an operation can be divided into.
#include "sim/make/user_split.hpp"

#include "models/base/error.hpp"
#include "sim/make/index.hpp"
#include "sim/make/split.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace spyre::make {
namespace {

std::int64_t nearest_divisor(std::int64_t parts, std::int64_t wanted) {
  std::int64_t best = 1;
  for (const std::int64_t d : divisors(parts)) {
    if (std::abs(d - wanted) < std::abs(best - wanted)) best = d;
  }
  return best;
}

Problem undividable(const Axis& axis, std::int64_t slices) {
  const char* what = axis.unit > 1 ? "sticks" : "elements";
  return {"split",
          fmt::format("{} {} of dimension {} cannot go to {} cores", axis.parts(), what, axis.name,
                      slices),
          fmt::format("a divisor such as {}", nearest_divisor(axis.parts(), slices))};
}

}  // namespace

void divide_as_asked(Step& step, const std::vector<AxisSlices>& wanted, int cores) {
  std::vector<Problem> problems;
  std::int64_t product = 1;
  for (const auto& [axis, slices] : wanted) {
    product *= slices;
    if (axis < 0) {
      if (slices != 1)
        problems.push_back(
            {"split", fmt::format("{} slices of a dimension of size 1", slices), "1"});
    } else if (slices < 1 || step.axes[at(axis)].parts() % slices != 0) {
      problems.push_back(undividable(step.axes[at(axis)], slices));
    } else {
      step.axes[at(axis)].slices = slices;
    }
  }
  if (product > cores) {
    problems.push_back({"split", fmt::format("{} slices in all", product),
                        fmt::format("at most {} cores", cores)});
  }
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
}

}  // namespace spyre::make
