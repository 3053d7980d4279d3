// The files of one bundle, in a directory or inline in a packed plan.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/bundle/problems.hpp"

namespace spyre::bundle {

class BundleFiles {
 public:
  static BundleFiles in_directory(std::filesystem::path directory);
  // `label` names the place of the texts in messages.
  static BundleFiles in_text(std::string label, std::map<std::string, std::string> texts);

  [[nodiscard]] bool has(const std::string& name) const;
  // The file's text, or nothing after recording why it cannot be had.
  [[nodiscard]] std::optional<std::string> text(const std::string& name, Problems& problems) const;
  // How messages name a file.
  [[nodiscard]] std::string label(const std::string& name) const;
  [[nodiscard]] const std::string& label() const { return label_; }
  // Names of the files directly in the bundle, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string label_;
  std::optional<std::filesystem::path> directory_;
  std::map<std::string, std::string> texts_;
};

}  // namespace spyre::bundle
