// Matches guessed parameters with the busy time of the units that read them.
#include "sim/report/assumptions.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace spyre::report {
namespace {

// "core17" -> "core": instances of a unit carry numbers, the data sheet does not.
std::string_view without_number(std::string_view word) {
  return word.substr(0, word.find_last_not_of("0123456789") + 1);
}

// Busy time of the units of each kind; a unit counts for every part of its path (chip.core3.mover
// -> chip, core, mover).
std::map<std::string, Time, std::less<>> busy_by_kind(
    const std::vector<observe::UnitResult>& units) {
  std::map<std::string, Time, std::less<>> busy;
  for (const observe::UnitResult& unit : units) {
    std::string_view rest = unit.path;
    while (!rest.empty()) {
      const std::size_t dot = std::min(rest.find('.'), rest.size());
      busy[std::string(without_number(rest.substr(0, dot)))] += unit.busy;
      rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
  }
  return busy;
}

// The kind of unit a parameter belongs to. What the schedule decides acts on every unit of the
// chip.
std::string_view kind_of(std::string_view parameter) {
  const std::string_view section = parameter.substr(0, parameter.find('.'));
  return section == "schedule" ? "chip" : section;
}

}  // namespace

std::vector<Assumption> assumptions_that_matter(const std::vector<Assumption>& all,
                                                const std::vector<observe::UnitResult>& units) {
  const auto busy = busy_by_kind(units);
  const auto weight = [&](const Assumption& a) {
    const auto found = busy.find(kind_of(a.parameter));
    return found == busy.end() ? Time{0} : found->second;
  };
  std::vector<Assumption> kept;
  for (const Assumption& a : all) {
    if (weight(a) > Time{0}) kept.push_back(a);
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [&](const Assumption& a, const Assumption& b) { return weight(a) > weight(b); });
  return kept;
}

}  // namespace spyre::report
