#include "sim/run/waits.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "models/engine/engine.hpp"

namespace spyre::run {
namespace {

struct Place {
  int core = -1;      // -1 = not part of a core
  std::string unit;   // path below the core, or the whole path
};

Place place_of(const kernel::Unit& unit) {
  const std::string path = unit.path();
  const std::size_t at = path.find("core");
  if (at == std::string::npos) return {-1, path};
  const std::size_t dot = path.find('.', at);
  return {std::stoi(path.substr(at + 4, dot - at - 4)), path.substr(dot + 1)};
}

std::string awaited(const kernel::Unit& unit) {
  const kernel::EventCount& count = *unit.waiting_for();
  const auto* engine = dynamic_cast<const engine::Engine*>(count.holder());
  if (count.step() < 0 || engine == nullptr) return count.label();
  return fmt::format("{} {}", engine->describe(count.step()), count.label());
}

std::string line_of(const kernel::Unit& unit) {
  const kernel::EventCount& count = *unit.waiting_for();
  std::string text = unit.doing().empty() ? "" : fmt::format(" ({})", unit.doing());
  text += fmt::format(" waits for {} ({} of {})", awaited(unit), count.value(), unit.waiting_target());
  if (count.holder() != nullptr) text += ", held by " + place_of(*count.holder()).unit;
  return text;
}

std::string ranges(const std::vector<int>& cores) {
  std::string text;
  for (std::size_t i = 0; i < cores.size();) {
    std::size_t j = i;
    while (j + 1 < cores.size() && cores[j + 1] == cores[j] + 1) ++j;
    if (!text.empty()) text += ',';
    text += i == j ? fmt::format("{}", cores[i]) : fmt::format("{}-{}", cores[i], cores[j]);
    i = j + 1;
  }
  return text;
}

// Follows the holders from the first waiting unit until one comes again.
std::vector<const kernel::Unit*> cycle(const chip::Chip& chip) {
  std::vector<const kernel::Unit*> path;
  const kernel::Unit* at = &chip.control;
  while (at != nullptr && at->waiting_for() != nullptr) {
    const auto seen = std::find(path.begin(), path.end(), at);
    if (seen != path.end()) return {seen, path.end()};
    path.push_back(at);
    at = at->waiting_for()->holder();
  }
  return path;
}

}  // namespace

std::vector<std::string> wait_cycle(const chip::Chip& chip) {
  std::vector<std::string> lines;
  for (const kernel::Unit* member : cycle(chip)) {
    const std::string line = line_of(*member);
    const Place mine = place_of(*member);
    std::vector<int> cores;
    for (const kernel::Unit* other : chip.context.units()) {
      if (other->waiting_for() == nullptr) continue;
      const Place theirs = place_of(*other);
      if (theirs.unit == mine.unit && line_of(*other) == line) cores.push_back(theirs.core);
    }
    lines.push_back(mine.core < 0 ? mine.unit + line : fmt::format("{} of cores {}{}", mine.unit, ranges(cores), line));
  }
  return lines;
}

}  // namespace spyre::run
