// Shares of values on cores.
#include "sim/make/footprint.hpp"

#include "models/base/quantity.hpp"
#include "sim/make/index.hpp"

namespace spyre::make {
namespace {

std::int64_t per_core(const Step& step, const Division& division, AxisId axis) {
  return step.axes[at(axis)].padded() / division.slices[at(axis)];
}

}  // namespace

std::int64_t core_units(const Step& step, const Division& division, const WalkLevel& level) {
  return div_up(per_core(step, division, level.axis), level.unit);
}

std::int64_t share_offset(const Step& step, const Division& division, std::size_t core,
                          const std::vector<WalkLevel>& walk) {
  std::int64_t offset = 0;
  for (const WalkLevel& level : walk) {
    const std::int64_t first =
        division.cores[core][at(level.axis)] * per_core(step, division, level.axis);
    offset += first / level.unit * level.stride;
  }
  return offset;
}

Footprint footprint(const Kernel& kernel, const Step& step, const Operand& operand) {
  const std::vector<WalkLevel> walk = walk_of(kernel, operand);
  const Division division = division_of(step, operand);
  Footprint out;
  for (std::size_t core = 0; core < division.cores.size(); ++core) {
    out.starts.push_back(walk_begin(kernel, operand) + share_offset(step, division, core, walk));
  }
  for (auto level = walk.rbegin(); level != walk.rend(); ++level) {
    const std::int64_t units = core_units(step, division, *level);
    if (units == 1) continue;
    const bool continues =
        !out.runs.empty() && level->stride == out.runs.back().first * out.runs.back().second;
    if (continues)
      out.runs.back().first *= units;
    else
      out.runs.emplace_back(units, level->stride);
  }
  return out;
}

std::int64_t Footprint::core_bytes() const {
  std::int64_t bytes = plan::kStickBytes;
  for (const auto& [count, stride] : runs) bytes *= count;
  return bytes;
}

}  // namespace spyre::make
