#include "sim/check/collector.hpp"

#include <utility>

#include <fmt/format.h>

#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// Operations by launch that gave the same finding as the first one.
using Places = std::map<int, std::set<int>>;

struct Folded {
  Finding first;
  Places others;
};

Finding with_cores(Finding finding, const std::set<int>& cores) {
  finding.cores = folded(cores);
  const std::string token = "{cores}";
  const std::size_t at = finding.message.find(token);
  if (at != std::string::npos) finding.message.replace(at, token.size(), cores_phrase(cores));
  return finding;
}

std::string listed(const Places& places) {
  constexpr std::size_t kLaunchesNamed = 4;
  std::size_t count = 0;
  std::string text;
  for (const auto& [launch, operations] : places) {
    count += operations.size();
    text += fmt::format("{}launch {}: {}", text.empty() ? "" : "; ", launch, folded(operations));
  }
  const std::string what = counted(static_cast<std::int64_t>(count), "more operation");
  return places.size() > kLaunchesNamed ? what : fmt::format("{} ({})", what, text);
}

Finding finished(const Folded& folded) {
  Finding finding = folded.first;
  if (!folded.others.empty()) finding.message += "; the same in " + listed(folded.others);
  return finding;
}

}  // namespace

void Collector::add(Finding finding, const std::vector<int>& cores) {
  Key key{finding.severity,
          finding.launch.value_or(-1),
          finding.operation.value_or(-1),
          finding.id,
          finding.tensor,
          finding.message};
  Entry& entry = entries_.try_emplace(std::move(key), Entry{std::move(finding), {}}).first->second;
  entry.cores.insert(cores.begin(), cores.end());
}

std::vector<Finding> Collector::findings() const {
  using Equal = std::tuple<Severity, std::string, std::string, std::string>;
  std::vector<Folded> kept;
  std::map<Equal, std::size_t> seen;
  for (const auto& [key, entry] : entries_) {
    const Finding finding = with_cores(entry.finding, entry.cores);
    const auto [place, is_new] = seen.emplace(
        Equal{finding.severity, finding.id, finding.tensor, finding.message}, kept.size());
    if (is_new) {
      kept.push_back({finding, {}});
    } else if (finding.operation) {
      kept[place->second].others[finding.launch.value_or(0)].insert(*finding.operation);
    }
  }
  std::vector<Finding> all;
  for (const Folded& folded : kept) all.push_back(finished(folded));
  return all;
}

}  // namespace spyre::check
