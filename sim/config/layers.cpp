// Walks the YAML of every file and the options, and keeps the place of everything.
#include "sim/config/layers.hpp"

#include "sim/config/documents.hpp"
#include "sim/files/text.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <set>

namespace spyre::config {
namespace {

namespace fs = std::filesystem;

// The keys of the data sheet: full paths, and the groups that contain them.
class Keys {
 public:
  explicit Keys(const std::vector<std::string>& paths) : paths_(paths) {
    for (const std::string& path : paths)
      for (std::size_t dot = path.find('.'); dot != std::string::npos;
           dot = path.find('.', dot + 1))
        groups_.insert(path.substr(0, dot));
  }

  [[nodiscard]] bool is_parameter(const std::string& path) const {
    return std::find(paths_.begin(), paths_.end(), path) != paths_.end();
  }
  [[nodiscard]] bool is_group(const std::string& path) const { return groups_.contains(path); }

  // "hmi.ports" for "hmi.port"; a right name in a wrong place counts as near.
  [[nodiscard]] std::string suggestion(const std::string& path) const {
    std::vector<std::string> all = paths_;
    all.insert(all.end(), groups_.begin(), groups_.end());
    std::string near = same_name(path);
    if (near.empty()) near = nearest(path, all);
    return near.empty() ? "a parameter that `spyre-sim config` lists"
                        : fmt::format("{}, the nearest known key", near);
  }

 private:
  [[nodiscard]] std::string same_name(const std::string& path) const {
    const std::string name = "." + path.substr(path.rfind('.') + 1);
    for (const std::string& known : paths_)
      if (known.ends_with(name)) return known;
    return {};
  }

  const std::vector<std::string>& paths_;
  std::set<std::string> groups_;
};

// Reads files depth first; what a file includes applies before the file itself, and once.
class Reader {
 public:
  explicit Reader(const Keys& keys) : keys_(keys) {}

  void read(const fs::path& file);
  void set(const std::string& option);
  Layers take() { return std::move(layers_); }

 private:
  std::optional<YAML::Node> parse(const fs::path& file);
  void include(const YAML::Node& name, const fs::path& file);
  void top_level(const YAML::Node& root, const fs::path& file);
  void group(const YAML::Node& map, const std::string& prefix, const fs::path& file);
  void entry(const std::string& path, const YAML::Node& key, const YAML::Node& value,
             const fs::path& file);
  void parameter(const std::string& path, const YAML::Node& key, const YAML::Node& value,
                 const fs::path& file);
  void problem(std::string where, std::string what, std::string expected = {}) {
    layers_.problems.push_back({std::move(where), std::move(what), std::move(expected)});
  }
  // A file that says nothing at all.
  std::nullopt_t unusable(std::string where, std::string what, std::string expected) {
    layers_.complete = false;
    problem(std::move(where), std::move(what), std::move(expected));
    return std::nullopt;
  }

  const Keys& keys_;
  Layers layers_;
  std::vector<fs::path> open_;  // the chain of files being read
  std::set<fs::path> included_;
};

std::string place(const fs::path& file, const YAML::Mark& mark) {
  if (mark.is_null()) return file.string();
  return fmt::format("{}:{}:{}", file.string(), mark.line + 1, mark.column + 1);
}

// One file under several names is one; pipes and circles of links have only the name they are
// given.
fs::path identity_of(const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  return error ? file : real;
}

std::optional<YAML::Node> Reader::parse(const fs::path& file) {
  try {
    const std::string text = files::text_of(file, "a configuration file");
    if (several_documents(text)) problem(file.string(), "holds several YAML documents", "one");
    const YAML::Node document = YAML::Load(text);
    if (document.IsNull()) return unusable(file.string(), "is empty", "keys such as dram");
    return document;
  } catch (const YAML::Exception& e) {
    return unusable(place(file, e.mark), fmt::format("is no YAML: {}", e.msg), {});
  } catch (const Error& e) {
    const Problem& problem = e.problems().front();
    return unusable(problem.where, problem.what, problem.expected);
  }
}

void Reader::read(const fs::path& file) {
  const fs::path identity = identity_of(file);
  open_.push_back(identity);
  if (const std::optional<YAML::Node> root = parse(file)) top_level(*root, file);
  open_.pop_back();
}

void Reader::top_level(const YAML::Node& root, const fs::path& file) {
  if (!root.IsMap()) {
    unusable(place(file, root.Mark()), "is no map of keys", "keys such as dram");
    return;
  }
  for (const auto& pair : root)
    if (pair.first.IsScalar() && pair.first.Scalar() == "include") include(pair.second, file);
  group(root, "", file);
}

void Reader::include(const YAML::Node& name, const fs::path& file) {
  const std::string where = place(file, name.Mark());
  if (!name.IsScalar() || name.Scalar().empty())
    return problem(where, "include is no file name", "one file, relative to this one");
  const fs::path target = (file.parent_path() / name.Scalar()).lexically_normal();
  const fs::path identity = identity_of(target);
  if (std::find(open_.begin(), open_.end(), identity) != open_.end())
    return problem(where, fmt::format("{} includes itself", target.string()));
  std::error_code ignored;
  if (!fs::exists(target, ignored)) {
    unusable(where, fmt::format("{} does not exist", target.string()), "a file to include");
    return;
  }
  if (included_.insert(identity).second) read(target);
}

void Reader::group(const YAML::Node& map, const std::string& prefix, const fs::path& file) {
  std::set<std::string> seen;
  for (const auto& pair : map) {
    const std::string where = place(file, pair.first.Mark());
    if (!pair.first.IsScalar()) {
      problem(where, "a key is no plain word");
      continue;
    }
    const std::string path = prefix + pair.first.Scalar();
    if (!seen.insert(path).second)
      problem(where, fmt::format("duplicate key {}", path), "each once");
    if (path != "include") entry(path, pair.first, pair.second, file);
  }
}

void Reader::entry(const std::string& path, const YAML::Node& key, const YAML::Node& value,
                   const fs::path& file) {
  const std::string where = place(file, key.Mark());
  if (keys_.is_parameter(path)) return parameter(path, key, value, file);
  if (!keys_.is_group(path))
    return problem(where, fmt::format("unknown key {}", path), keys_.suggestion(path));
  if (!value.IsMap())
    return problem(where, fmt::format("{} is no group of parameters", path), "its keys below it");
  layers_.groups.push_back({path, "", where});
  group(value, path + ".", file);
}

void Reader::parameter(const std::string& path, const YAML::Node& key, const YAML::Node& value,
                       const fs::path& file) {
  if (value.IsScalar()) {
    layers_.assignments.push_back({path, value.Scalar(), place(file, value.Mark())});
    return;
  }
  layers_.spoilt.push_back(path);
  problem(place(file, key.Mark()),
          fmt::format("{} {}", path, value.IsNull() ? "has no value" : "is a list or a map"),
          "a single value");
}

void Reader::set(const std::string& option) {
  const std::string where = "--set " + option;
  const std::size_t equals = option.find('=');
  if (equals == std::string::npos) return problem(where, "has no value", "path=value");
  if (equals == 0) return problem(where, "names no parameter", "path=value");
  const std::string path = option.substr(0, equals);
  if (keys_.is_group(path))
    return problem(where, fmt::format("{} is a group of parameters", path), "one parameter");
  if (!keys_.is_parameter(path))
    return problem(where, fmt::format("unknown key {}", path), keys_.suggestion(path));
  layers_.assignments.push_back({path, option.substr(equals + 1), where});
}

}  // namespace

Layers read_layers(const std::vector<fs::path>& files, const std::vector<std::string>& sets,
                   const std::vector<std::string>& known) {
  const Keys keys(known);
  Reader reader(keys);
  for (const fs::path& file : files) reader.read(file);
  for (const std::string& option : sets) reader.set(option);
  return reader.take();
}

}  // namespace spyre::config
