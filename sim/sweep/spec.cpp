// What the keys of a specification mean, each value checked where it stands.
#include "sim/sweep/spec.hpp"

#include "models/base/error.hpp"
#include "sim/make/make.hpp"
#include "sim/sweep/card.hpp"
#include "sim/sweep/yaml_walk.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
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

class Reader : YamlWalk {
 public:
  explicit Reader(const fs::path& file) : YamlWalk(file) {}

  Spec spec(const std::string& text);

 private:
  void top_level(const YAML::Node& root);
  void entry(const std::string& key, const YAML::Node& at, const YAML::Node& value);
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

  Spec spec_;
  std::set<std::string> operations_;
};

void Reader::read_plan(const std::string& name, const YAML::Node& at) {
  std::error_code ignored;
  fs::path path = file().parent_path() / name;
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
    spec_.keep = Filter(scalar("keep", node), "");
  } catch (const Error& error) {
    adopt(node, error);
  }
}

// A product would have points twice; what walks together must be equally long.
void Reader::check_lists(const YAML::Node& root) {
  std::set<std::size_t> lengths;
  for (const auto& [of, list] : lists()) {
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

Spec Reader::spec(const std::string& text) {
  read(text, [this](const YAML::Node& root) { top_level(root); });
  finish();
  return std::move(spec_);
}

}  // namespace

Spec parse_spec(const std::string& text, const fs::path& file) { return Reader(file).spec(text); }

std::string keep_text(const std::string& text) try {
  const YAML::Node root = YAML::Load(text);
  const YAML::Node keep = root.IsMap() ? root["keep"] : YAML::Node();
  return keep && keep.IsScalar() ? keep.Scalar() : "";
} catch (const YAML::Exception& error) {
  throw Error(ErrorKind::Input, "spec.yaml", error.what(),
              "the specification the sweep was started with");
}

}  // namespace spyre::sweep
