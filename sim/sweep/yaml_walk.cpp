// Checks the kind of every node before it is used.
#include "sim/sweep/yaml_walk.hpp"

#include "sim/config/documents.hpp"

#include <fmt/format.h>

#include <set>

namespace spyre::sweep {

void YamlWalk::read(const std::string& text, const std::function<void(const YAML::Node&)>& visit) {
  try {
    if (config::several_documents(text))
      problems_.push_back({file_.string(), "holds several YAML documents", "one"});
    visit(YAML::Load(text));
  } catch (const YAML::Exception& e) {
    problems_.push_back({place(e.mark), fmt::format("is no YAML: {}", e.msg), ""});
  }
}

void YamlWalk::finish() {
  if (!problems_.empty()) throw Error(ErrorKind::Input, std::move(problems_));
}

std::string YamlWalk::place(const YAML::Mark& mark) const {
  if (mark.is_null()) return file_.string();
  return fmt::format("{}:{}:{}", file_.string(), mark.line + 1, mark.column + 1);
}

void YamlWalk::problem(const YAML::Node& at, std::string what, std::string expected) {
  problems_.push_back({place(at.Mark()), std::move(what), std::move(expected)});
}

void YamlWalk::adopt(const YAML::Node& at, const Error& error) {
  for (const Problem& p : error.problems())
    problem(at, p.where.empty() ? p.what : p.where + ": " + p.what, p.expected);
}

std::string YamlWalk::scalar(const std::string& of, const YAML::Node& node) {
  if (node.IsScalar()) return node.Scalar();
  problem(node, fmt::format("{} is no single value", of), "one value");
  return {};
}

void YamlWalk::each_key(const YAML::Node& map, const std::string& of, const EachKey& each) {
  if (!map.IsMap()) return problem(map, fmt::format("{} is no map of keys", of), "KEY: VALUE");
  std::set<std::string> seen;
  for (const auto& pair : map) {
    const std::string key = scalar("a key", pair.first);
    if (!seen.insert(key).second) problem(pair.first, fmt::format("duplicate key {}", key));
    each(key, pair.first, pair.second);
  }
}

std::vector<std::string> YamlWalk::values(const std::string& of, const YAML::Node& node,
                                          const Check& check) {
  std::vector<std::string> found;
  if (node.IsNull() || node.IsMap() || (node.IsSequence() && node.size() == 0))
    problem(node, fmt::format("{} has no value", of), "a value, or a list of values");
  const auto add = [&](const YAML::Node& item) {
    const std::string value = scalar(of, item);
    if (!item.IsScalar()) return;
    check(value, item);
    found.push_back(value);
  };
  if (node.IsScalar()) add(node);
  if (!node.IsSequence()) return found;
  for (const YAML::Node& item : node) add(item);
  lists_.emplace_back(of, node);
  return found;
}

}  // namespace spyre::sweep
