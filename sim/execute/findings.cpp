// What went wrong while values were computed.
#include "sim/execute/findings.hpp"

#include <fmt/format.h>

#include <utility>

namespace spyre::execute {

std::string ranges_text(const std::set<int>& numbers) {
  std::string text;
  for (auto it = numbers.begin(); it != numbers.end();) {
    const int first = *it;
    int last = first;
    while (++it != numbers.end() && *it == last + 1) last = *it;
    text += fmt::format("{}{}", text.empty() ? "" : ",", first);
    if (last > first) text += fmt::format("-{}", last);
  }
  return text;
}

void Findings::add(check::Finding finding, int core, std::int64_t elements,
                   const std::string& first) {
  Key key{finding.severity,
          finding.launch.value_or(-1),
          finding.operation.value_or(-1),
          finding.id,
          finding.tensor,
          finding.message};
  Entry& entry =
      entries_.try_emplace(std::move(key), Entry{std::move(finding), {}, 0, first}).first->second;
  if (core >= 0) entry.cores.insert(core);
  entry.elements += elements;
}

std::vector<check::Finding> Findings::list() const {
  std::vector<check::Finding> all;
  for (const auto& [key, entry] : entries_) {
    check::Finding finding = entry.finding;
    finding.cores = ranges_text(entry.cores);
    if (entry.elements > 0)
      finding.elements = fmt::format("{} in all{}{}", entry.elements,
                                     entry.first.empty() ? "" : ", first ", entry.first);
    all.push_back(std::move(finding));
  }
  return all;
}

}  // namespace spyre::execute
