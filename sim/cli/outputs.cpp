// Lays out output files before anything runs.
#include "sim/cli/outputs.hpp"

#include "models/base/error.hpp"
#include "sim/cli/plan_names.hpp"
#include "sim/cli/usage.hpp"

#include <fmt/format.h>

#include <map>

namespace spyre::cli {
namespace {

namespace fs = std::filesystem;

void make_directory(const std::optional<std::string>& directory) {
  if (!directory) return;
  std::error_code error;
  fs::create_directories(*directory, error);
  if (!error && fs::is_directory(*directory, error)) return;
  const std::string reason = error ? error.message() : "it is no directory";
  throw Error(ErrorKind::Input, *directory,
              fmt::format("cannot hold one file per plan: {}", reason),
              "a directory when several plans are given");
}

std::optional<fs::path> inside(const std::optional<std::string>& directory,
                               const std::string& file) {
  if (!directory) return std::nullopt;
  return fs::path(*directory) / file;
}

std::optional<fs::path> alone(const std::optional<std::string>& file) {
  if (!file) return std::nullopt;
  return fs::path(*file);
}

}  // namespace

void refuse_same_file(const std::vector<NamedOutput>& outputs) {
  std::map<fs::path, const char*> taken;
  for (const auto& [option, file] : outputs) {
    if (!file) continue;
    const auto [other, fresh] = taken.emplace(fs::absolute(*file).lexically_normal(), option);
    if (!fresh)
      throw usage_error(
          fmt::format("{} and {} name the same file {}", other->second, option, *file));
  }
}

std::vector<OutputPaths> output_paths(const std::vector<std::string>& plans,
                                      const std::optional<std::string>& report,
                                      const std::optional<std::string>& trace,
                                      const std::optional<std::string>& values) {
  if (plans.size() == 1) {
    return {{alone(report), alone(trace), alone(values)}};
  }
  make_directory(report);
  make_directory(trace);
  make_directory(values);
  std::vector<OutputPaths> paths;
  for (const std::string& name : plan_names(plans)) {
    paths.push_back({inside(report, name + ".json"), inside(trace, name + ".trace.json.gz"),
                     inside(values, name)});
  }
  return paths;
}

}  // namespace spyre::cli
