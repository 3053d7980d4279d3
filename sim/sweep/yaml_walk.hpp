// Nodes of a YAML file read with care: what is wrong with one is collected with line and column, so
// that reading goes on and finds the rest.
#pragma once

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "models/base/error.hpp"

namespace spyre::sweep {

class YamlWalk {
 public:
  using Check = std::function<void(const std::string& value, const YAML::Node& at)>;
  using EachKey =
      std::function<void(const std::string& key, const YAML::Node& at, const YAML::Node& value)>;

  explicit YamlWalk(std::filesystem::path file) : file_(std::move(file)) {}

  // Parses the text and calls `visit` with what it holds.
  void read(const std::string& text, const std::function<void(const YAML::Node&)>& visit);
  // Throws Error (Input) with all problems, if there are any.
  void finish();

  void problem(const YAML::Node& at, std::string what, std::string expected = {});
  // What was found wrong elsewhere about what stands here.
  void adopt(const YAML::Node& at, const Error& error);

  // Calls `each` for every key of a map; `of` names the map in messages.
  void each_key(const YAML::Node& map, const std::string& of, const EachKey& each);
  std::string scalar(const std::string& of, const YAML::Node& node);
  // The entries of a list, each checked; a scalar is a list of one.
  std::vector<std::string> values(const std::string& of, const YAML::Node& node,
                                  const Check& check);

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  // All lists that were read as values, with their names.
  [[nodiscard]] const std::vector<std::pair<std::string, YAML::Node>>& lists() const {
    return lists_;
  }

 private:
  [[nodiscard]] std::string place(const YAML::Mark& mark) const;

  std::filesystem::path file_;
  std::vector<std::pair<std::string, YAML::Node>> lists_;
  std::vector<Problem> problems_;
};

}  // namespace spyre::sweep
