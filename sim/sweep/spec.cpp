// Walks the YAML, checks every value where it stands, and collects what is wrong.
#include "sim/sweep/spec.hpp"

#include "models/base/error.hpp"
#include "sim/make/make.hpp"
#include "sim/sweep/card.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <set>

namespace spyre::sweep {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kKeys{"name", "plans", "build", "axes", "combine", "sample", "keep"};

std::string near_or_all(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? fmt::format("{}", fmt::join(known, ", "))
                      : near + ", the nearest known key";
}

std::vector<std::string> build_fields() {
  std::vector<std::string> names;
  for (const make::FieldHelp& field : make::fields()) names.push_back(field.name);
  return names;
}

class Reader {
 public:
  explicit Reader(const fs::path& file) : file_(file) {}

  Spec read(const std::string& text);

 private:
  using Check = std::function<void(const std::string& value, const YAML::Node& at)>;

  [[nodiscard]] std::string place(const YAML::Node& node) const;
  void problem(const YAML::Node& at, std::string what, std::string expected = {}) {
    problems_.push_back({place(at), std::move(what), std::move(expected)});
  }
  void adopt(const YAML::Node& at, const Error& error);

  void top_level(const YAML::Node& root);
  void entry(const std::string& key, const YAML::Node& at, const YAML::Node& value);
  // Calls `each` for every key of a map, once.
  void each_key(
      const YAML::Node& map, const std::string& of,
      const std::function<void(const std::string&, const YAML::Node&, const YAML::Node&)>& each);
  std::string scalar(const std::string& of, const YAML::Node& node);
  std::vector<std::string> values(const std::string& of, const YAML::Node& node,
                                  const Check& check);

  void read_plans(const YAML::Node& node);
  void read_plan(const std::string& name, const YAML::Node& at);
  void read_build(const YAML::Node& node);
  void build_value(const std::string& field, const std::string& value, const YAML::Node& at);
  void find_needs(const YAML::Node& build);
  void find_unused(const YAML::Node& build);
  void read_axes(const YAML::Node& node);
  void read_combine(const YAML::Node& node);
  void read_sample(const YAML::Node& node);
  void read_keep(const YAML::Node& node);
  void check_lists(const YAML::Node& root);

  fs::path file_;
  Spec spec_;
  std::set<std::string> operations_;
  std::vector<std::pair<std::string, YAML::Node>> lists_;  // all axes and where they stand
  std::vector<Problem> problems_;
};

std::string Reader::place(const YAML::Node& node) const {
  const YAML::Mark mark = node.Mark();
  if (mark.is_null()) return file_.string();
  return fmt::format("{}:{}:{}", file_.string(), mark.line + 1, mark.column + 1);
}

void Reader::adopt(const YAML::Node& at, const Error& error) {
  for (const Problem& p : error.problems())
    problem(at, p.where.empty() ? p.what : p.where + ": " + p.what, p.expected);
}

std::string Reader::scalar(const std::string& of, const YAML::Node& node) {
  if (node.IsScalar()) return node.Scalar();
  problem(node, fmt::format("{} is no single value", of), "one value");
  return {};
}

void Reader::each_key(
    const YAML::Node& map, const std::string& of,
    const std::function<void(const std::string&, const YAML::Node&, const YAML::Node&)>& each) {
  if (!map.IsMap()) return problem(map, fmt::format("{} is no map of keys", of), "KEY: VALUE");
  std::set<std::string> seen;
  for (const auto& pair : map) {
    const std::string key = scalar("a key", pair.first);
    if (!seen.insert(key).second) problem(pair.first, fmt::format("duplicate key {}", key));
    each(key, pair.first, pair.second);
  }
}

// A scalar is a list of one.
std::vector<std::string> Reader::values(const std::string& of, const YAML::Node& node,
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

void Reader::read_plan(const std::string& name, const YAML::Node& at) {
  std::error_code ignored;
  fs::path path = file_.parent_path() / name;
  if (!fs::exists(path, ignored)) path = name;
  if (!fs::exists(path, ignored))
    problem(at, fmt::format("plan {} does not exist", name),
            "a path relative to this file or to the current folder");
  spec_.plan_files.push_back(path);
}

void Reader::read_plans(const YAML::Node& node) {
  spec_.plans = values("plans", node, [this](const std::string& value, const YAML::Node& at) {
    read_plan(value, at);
  });
}

void Reader::build_value(const std::string& field, const std::string& value, const YAML::Node& at) {
  if (field == "op") {
    std::vector<std::string> names;
    for (const make::OperationHelp& help : make::operations()) names.push_back(help.name);
    operations_.insert(value);
    if (std::find(names.begin(), names.end(), value) == names.end())
      problem(at, fmt::format("unknown operation {}", value), near_or_all(value, names));
    return;
  }
  try {
    make::Request request;
    make::set_field(request, field, value);
  } catch (const Error& error) {
    adopt(at, error);
  }
}

void Reader::read_build(const YAML::Node& node) {
  const std::vector<std::string> known = build_fields();
  each_key(node, "build", [&](const std::string& key, const YAML::Node& at, const YAML::Node& v) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      return problem(at, fmt::format("unknown key build.{}", key), near_or_all(key, known));
    const std::vector<std::string> found = values(
        "build." + key, v,
        [&](const std::string& value, const YAML::Node& item) { build_value(key, value, item); });
    if (v.IsSequence())
      spec_.build_axes.push_back({"build." + key, found});
    else
      spec_.build[key] = found.empty() ? "" : found.front();
  });
  if (!node.IsMap()) return;
  find_needs(node);
  find_unused(node);
}

void Reader::find_needs(const YAML::Node& build) {
  if (operations_.empty()) problem(build, "build names no operation", "op: matmul, for example");
  for (const make::OperationHelp& help : make::operations()) {
    for (const std::string& need : help.needs) {
      if (operations_.contains(help.name) && !build[need])
        problem(build, fmt::format("missing key build.{}", need),
                fmt::format("{} needs it", help.name));
    }
  }
}

// A field may be there for some of the operations.
void Reader::find_unused(const YAML::Node& build) {
  std::set<std::string> used{"op"};
  for (const make::OperationHelp& help : make::operations()) {
    if (!operations_.contains(help.name)) continue;
    for (std::string& field : make::fields_of(help)) used.insert(std::move(field));
  }
  const std::vector<std::string> known = build_fields();
  for (const auto& pair : build) {
    if (!pair.first.IsScalar() || used.size() == 1) continue;
    const std::string field = pair.first.Scalar();
    const bool misspelt = std::find(known.begin(), known.end(), field) == known.end();
    if (!misspelt && !used.contains(field))
      problem(pair.first,
              fmt::format("{} has no use for build.{}", fmt::join(operations_, ", "), field),
              fmt::format("{}", fmt::join(used, ", ")));
  }
}

void Reader::read_axes(const YAML::Node& node) {
  CardTable card;
  each_key(node, "axes", [&](const std::string& path, const YAML::Node& at, const YAML::Node& v) {
    if (!card.has(path))
      return problem(at, fmt::format("unknown key axes.{}", path), card.suggestion(path));
    const std::vector<std::string> found =
        values(path, v, [&](const std::string& value, const YAML::Node& item) {
          try {
            card.set(path, value);
          } catch (const Error& error) {
            adopt(item, error);
          }
        });
    if (v.IsSequence())
      spec_.card_axes.push_back({path, found});
    else
      spec_.card[path] = found.empty() ? "" : found.front();
  });
}

void Reader::read_combine(const YAML::Node& node) {
  const std::string word = scalar("combine", node);
  if (word == "zip") spec_.combine = Combine::Zip;
  if (word != "zip" && word != "product")
    problem(node, fmt::format("combine: found {}", word), "product or zip");
}

void Reader::read_sample(const YAML::Node& node) {
  Sample sample;
  each_key(node, "sample", [&](const std::string& key, const YAML::Node& at, const YAML::Node& v) {
    if (key != "points" && key != "seed")
      return problem(at, fmt::format("unknown key sample.{}", key), "points, seed");
    const std::string text = scalar("sample." + key, v);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
      return problem(v, fmt::format("sample.{}: found {}", key, text), "a whole number");
    (key == "points" ? sample.points : sample.seed) = number;
  });
  if (node.IsMap() && sample.points == 0)
    problem(node, "sample takes no points", "points: a number above 0");
  spec_.sample = sample;
}

void Reader::read_keep(const YAML::Node& node) {
  try {
    spec_.keep = Filter(scalar("keep", node), place(node));
  } catch (const Error& error) {
    problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
  }
}

// A product would have points twice; what walks together must be equally long.
void Reader::check_lists(const YAML::Node& root) {
  std::set<std::size_t> lengths;
  for (const auto& [of, list] : lists_) {
    std::set<std::string> seen;
    if (list.size() > 1) lengths.insert(list.size());
    if (spec_.combine == Combine::Zip) continue;
    for (const YAML::Node& item : list) {
      if (item.IsScalar() && !seen.insert(item.Scalar()).second)
        problem(item, fmt::format("{}: {} stands there twice", of, item.Scalar()), "each once");
    }
  }
  if (spec_.combine == Combine::Zip && lengths.size() > 1)
    problem(root["combine"],
            fmt::format("zip of lists with {} values", fmt::join(lengths, " and ")),
            "lists of equal length, or of one value");
}

void Reader::entry(const std::string& key, const YAML::Node& at, const YAML::Node& value) {
  if (key == "name") {
    spec_.name = scalar("name", value);
  } else if (key == "plans") {
    read_plans(value);
  } else if (key == "build") {
    read_build(value);
  } else if (key == "axes") {
    read_axes(value);
  } else if (key == "combine") {
    read_combine(value);
  } else if (key == "sample") {
    read_sample(value);
  } else if (key == "keep") {
    read_keep(value);
  } else {
    problem(at, fmt::format("unknown key {}", key), near_or_all(key, kKeys));
  }
}

void Reader::top_level(const YAML::Node& root) {
  each_key(root, "a sweep",
           [this](const std::string& key, const YAML::Node& at, const YAML::Node& value) {
             entry(key, at, value);
           });
  if (!root.IsMap()) return;
  if (!root["plans"] && !root["build"])
    problem(root, "names nothing to simulate", "plans or build");
  check_lists(root);
}

Spec Reader::read(const std::string& text) {
  try {
    top_level(YAML::Load(text));
  } catch (const YAML::Exception& e) {
    problems_.push_back(
        {fmt::format("{}:{}:{}", file_.string(), e.mark.line + 1, e.mark.column + 1),
         fmt::format("is no YAML: {}", e.msg), ""});
  }
  if (!problems_.empty()) throw Error(ErrorKind::Input, std::move(problems_));
  return std::move(spec_);
}

}  // namespace

Spec parse_spec(const std::string& text, const fs::path& file) { return Reader(file).read(text); }

std::string keep_text(const std::string& text) try {
  const YAML::Node root = YAML::Load(text);
  const YAML::Node keep = root.IsMap() ? root["keep"] : YAML::Node();
  return keep && keep.IsScalar() ? keep.Scalar() : "";
} catch (const YAML::Exception& error) {
  throw Error(ErrorKind::Input, "spec.yaml", error.what(),
              "the specification the sweep was started with");
}

}  // namespace spyre::sweep
