// Access to a bundle's files wherever they are.
#include "sim/bundle/bundle_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "sim/bundle/text.hpp"

namespace spyre::bundle {

BundleFiles BundleFiles::in_directory(std::filesystem::path directory) {
  BundleFiles files;
  files.label_ = directory.string();
  files.directory_ = std::move(directory);
  return files;
}

BundleFiles BundleFiles::in_text(std::string label, std::map<std::string, std::string> texts) {
  BundleFiles files;
  files.label_ = std::move(label);
  files.texts_ = std::move(texts);
  return files;
}

bool BundleFiles::has(const std::string& name) const {
  std::error_code error;
  if (directory_) return std::filesystem::is_regular_file(*directory_ / name, error);
  return texts_.count(name) != 0;
}

std::optional<std::string> BundleFiles::text(const std::string& name, Problems& problems) const {
  if (directory_) return load_text(*directory_ / name, problems);
  const auto found = texts_.find(name);
  if (found != texts_.end() && !is_blank(found->second)) return found->second;
  problems.input(label(name), found == texts_.end() ? "no such file" : "file is empty");
  return std::nullopt;
}

std::string BundleFiles::label(const std::string& name) const {
  if (directory_) return (*directory_ / name).string();
  return fmt::format("{}/{}", label_, name);
}

std::vector<std::string> BundleFiles::names() const {
  std::vector<std::string> names;
  for (const auto& [name, text] : texts_) names.push_back(name);
  if (!directory_) return names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(*directory_, error)) {
    if (entry.is_regular_file(error)) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace spyre::bundle
