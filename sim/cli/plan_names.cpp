// Derives names from paths.
#include "sim/cli/plan_names.hpp"

#include <fmt/format.h>

#include <set>

namespace spyre::cli {

std::string plan_name(const std::filesystem::path& plan) {
  std::error_code ignored;
  const std::filesystem::path full = std::filesystem::absolute(plan, ignored).lexically_normal();
  const std::filesystem::path path = full.has_filename() ? full : full.parent_path();
  const std::string file = path.filename().string();
  if (file == "plan.json" || file == "bundle.mlir") return path.parent_path().filename().string();
  return std::filesystem::is_directory(path, ignored) ? file : path.stem().string();
}

std::vector<std::string> plan_names(const std::vector<std::string>& plans) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& plan : plans) {
    const std::string base = plan_name(plan);
    std::string name = base;
    for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}-{}", base, n);
    names.push_back(name);
  }
  return names;
}

}  // namespace spyre::cli
