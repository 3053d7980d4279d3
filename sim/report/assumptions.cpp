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

struct Activity {
  Time busy{0};
  bool active = false;  // passive units (links, ports) only count
};
using Activities = std::map<std::string, Activity, std::less<>>;

bool acted(const observe::UnitResult& unit) {
  return unit.busy > Time{0} || std::any_of(unit.counters.begin(), unit.counters.end(),
                                            [](const observe::Counter& c) { return c.value > 0; });
}

// Activity by kind; a unit counts for every part of its path (chip.core3.load -> chip, core, load).
Activities activities_of(const std::vector<observe::UnitResult>& units) {
  Activities kinds;
  for (const observe::UnitResult& unit : units) {
    std::string_view rest = unit.path;
    while (!rest.empty()) {
      const std::size_t dot = std::min(rest.find('.'), rest.size());
      Activity& kind = kinds[std::string(without_number(rest.substr(0, dot)))];
      kind.busy += unit.busy;
      kind.active = kind.active || acted(unit);
      rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
  }
  return kinds;
}

// The kinds of unit that read a section of the data sheet. What the schedule decides acts on the
// whole chip.
std::vector<std::string_view> readers_of(std::string_view section) {
  if (section == "schedule") return {"chip"};
  if (section == "dram") return {"memory"};
  if (section == "mover") return {"load", "group_load", "store"};
  if (section == "partial_sum_ring") return {"partial_sums", "partial_sum_up", "partial_sum_down"};
  return {section};
}

Activity activity_of(const Assumption& assumption, const Activities& kinds) {
  const std::string_view parameter = assumption.parameter;
  Activity sum;
  for (const std::string_view reader : readers_of(parameter.substr(0, parameter.find('.')))) {
    const auto found = kinds.find(reader);
    if (found == kinds.end()) continue;
    sum.busy += found->second.busy;
    sum.active = sum.active || found->second.active;
  }
  return sum;
}

}  // namespace

std::vector<Assumption> assumptions_that_matter(const std::vector<Assumption>& all,
                                                const std::vector<observe::UnitResult>& units) {
  const Activities kinds = activities_of(units);
  std::vector<Assumption> kept;
  for (const Assumption& a : all) {
    if (activity_of(a, kinds).active) kept.push_back(a);
  }
  std::stable_sort(kept.begin(), kept.end(), [&](const Assumption& a, const Assumption& b) {
    return activity_of(a, kinds).busy > activity_of(b, kinds).busy;
  });
  return kept;
}

}  // namespace spyre::report
