// Loads a configuration: reads the layers, decodes every value, collects what is wrong, throws once.
#include "sim/config/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "models/base/error.hpp"
#include "models/params/describe.hpp"
#include "sim/config/constraints.hpp"
#include "sim/config/layers.hpp"
#include "sim/config/text.hpp"

namespace spyre::config {
namespace {

using params::ChipParams;
using params::Parameter;

// The assignment of each parameter that applies, with its position in the order of all of them.
struct Applied {
  std::string where;
  std::size_t order = 0;
};

// Decodes the layers into one data sheet and collects everything that is wrong on the way.
class Decoder {
 public:
  Decoder() : table_(params::describe(params_)) {
    for (const Parameter& p : table_) by_path_.emplace(p.path, &p);
  }

  ChipParams decode(const std::vector<std::filesystem::path>& files,
                    const std::vector<std::string>& sets);

 private:
  void assign(const Assignment& assignment);
  void find_missing(const Layers& layers, const std::string& file);
  void find_conflicts();
  [[nodiscard]] std::string latest(const std::vector<std::string>& parameters) const;

  ChipParams params_{};
  std::vector<Parameter> table_;
  std::map<std::string_view, const Parameter*> by_path_;
  std::map<std::string, Applied> applied_;
  std::size_t order_ = 0;
  std::set<std::string> unsound_;  // without a usable value; combinations with them are not judged
  std::vector<Problem> problems_;
};

std::vector<std::string> paths_of(const std::vector<Parameter>& table) {
  std::vector<std::string> paths;
  for (const Parameter& p : table) paths.emplace_back(p.path);
  return paths;
}

void Decoder::assign(const Assignment& assignment) {
  const Parameter& p = *by_path_.at(assignment.path);
  applied_[assignment.path] = {assignment.where, ++order_};
  const auto value = parse(assignment.text, p.slot);
  if (const auto* refusal = std::get_if<Refusal>(&value)) {
    unsound_.insert(assignment.path);
    problems_.push_back(
        {assignment.where, fmt::format("{}: {}", p.path, refusal->what), expected_text(p.slot)});
    return;
  }
  p.slot.write(std::get<std::int64_t>(value));
}

// A group of which nothing is there counts as one problem: most likely the include is missing.
void Decoder::find_missing(const Layers& layers, const std::string& file) {
  std::map<std::string, std::string> open_at;
  for (const Assignment& group : layers.groups) open_at[group.path] = group.where;
  std::set<std::string> missing_groups;
  for (const Parameter& p : table_) {
    const std::string path(p.path);
    if (applied_.contains(path) || !unsound_.insert(path).second) continue;
    const std::string group = path.substr(0, path.rfind('.'));
    if (const auto place = open_at.find(group); place != open_at.end())
      problems_.push_back(
          {place->second, fmt::format("missing key {}", path), expected_text(p.slot)});
    else if (missing_groups.insert(group).second)
      problems_.push_back({file + ":1:1", fmt::format("missing group {}", group),
                           "its keys, or an include of a file that has them"});
  }
}

// The place that was written last is the likely culprit.
std::string Decoder::latest(const std::vector<std::string>& parameters) const {
  Applied last;
  for (const std::string& path : parameters)
    if (applied_.at(path).order > last.order) last = applied_.at(path);
  return last.where;
}

void Decoder::find_conflicts() {
  for (Conflict& c : conflicts(params_)) {
    const auto unsound = [this](const std::string& path) { return unsound_.contains(path); };
    if (std::any_of(c.parameters.begin(), c.parameters.end(), unsound)) continue;
    problems_.push_back({latest(c.parameters), std::move(c.what), std::move(c.expected)});
  }
}

ChipParams Decoder::decode(const std::vector<std::filesystem::path>& files,
                           const std::vector<std::string>& sets) {
  Layers layers = read_layers(files, sets, paths_of(table_));
  problems_ = std::move(layers.problems);
  unsound_.insert(layers.spoilt.begin(), layers.spoilt.end());
  for (const Assignment& assignment : layers.assignments) assign(assignment);
  if (layers.complete) {
    find_missing(layers, files.empty() ? "configuration" : files.front().string());
    find_conflicts();
  }
  if (!problems_.empty()) throw Error(ErrorKind::Config, std::move(problems_));
  return params_;
}

}  // namespace

ChipParams load(const std::vector<std::filesystem::path>& files,
                const std::vector<std::string>& sets) {
  return Decoder().decode(files, sets);
}

}  // namespace spyre::config
