// From a path to a Plan.
#include "sim/bundle/read.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/bundle/bundle_files.hpp"
#include "sim/bundle/json.hpp"
#include "sim/bundle/kind.hpp"
#include "sim/bundle/plan_json.hpp"
#include "sim/bundle/script.hpp"
#include "sim/bundle/text.hpp"

namespace spyre::bundle {
namespace {

namespace fs = std::filesystem;

PlanScript script_of_plan_json(const Recognised& found, Problems& problems) {
  Document document((found.directory / found.files.front()).string(), found.plan, problems);
  return read_plan_json(document, found.directory, problems);
}

void note_loose_files(PlanScript& script, const Recognised& found, const LoadedBundle& bundle) {
  const std::string what =
      found.files.size() == 1
          ? "a file without bundle.mlir runs once"
          : fmt::format("{} files without bundle.mlir run once each, in index order",
                        found.files.size());
  script.plan.notes.push_back(
      {"READ", fmt::format("{}: {}", bundle.label, what), {bundle.label, "", 0}});
}

// One launch of a bundle or of loose files.
PlanScript script_of_bundle(const Recognised& found, Problems& problems) {
  const BundleFiles files = BundleFiles::in_directory(found.directory);
  const bool loose = found.kind == PlanKind::LooseFiles;
  auto bundle =
      std::make_shared<LoadedBundle>(loose ? load_loose_files(files, found.files, problems)
                                           : load_bundle(files, found.files.front(), problems));
  PlanScript script;
  script.plan.directory = found.directory.string();
  script.plan.content_hash = bundle->hash;
  if (loose) note_loose_files(script, found, *bundle);
  LaunchScript launch;
  launch.source.file = bundle->label;
  launch.arguments = bundle->arguments;
  launch.bundle = std::move(bundle);
  script.launches.push_back(std::move(launch));
  return script;
}

// The base name of a directory, also of "." and of paths that end in a slash; of a file, its stem,
// or its folder's name where the file has a fixed name.
std::string name_of(const fs::path& path, const Recognised& found) {
  std::error_code error;
  if (found.kind == PlanKind::LooseFiles && !fs::is_directory(path, error))
    return path.stem().string();
  const fs::path folder = found.directory.empty() ? fs::path(".") : found.directory;
  const fs::path whole = fs::absolute(folder, error).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace

plan::Plan read_plan(const fs::path& path, const ReadOptions& options) {
  Problems problems;
  const Recognised found = recognise(path, problems);
  problems.throw_if_any();
  PlanScript script = found.kind == PlanKind::PlanJson ? script_of_plan_json(found, problems)
                                                       : script_of_bundle(found, problems);
  problems.throw_if_any();
  const std::string name = name_of(path, found);
  if (script.plan.name.empty()) script.plan.name = name;
  for (LaunchScript& launch : script.launches) {
    if (launch.name.empty()) launch.name = name;
  }
  return assemble(std::move(script), options, problems);
}

plan::Plan read_bundle(const std::string& name, std::map<std::string, std::string> texts,
                       const ReadOptions& options) {
  Problems problems;
  std::optional<LoadedBundle> bundle =
      load_any_bundle(BundleFiles::in_text(name, std::move(texts)), problems);
  if (!bundle && problems.empty()) problems.input(name, "no bundle", "bundle.mlir and its files");
  problems.throw_if_any();
  PlanScript script;
  script.plan.name = name;
  script.plan.content_hash = bundle->hash;
  LaunchScript launch;
  launch.name = name;
  launch.source.file = bundle->label;
  launch.arguments = bundle->arguments;
  launch.bundle = std::make_shared<LoadedBundle>(std::move(*bundle));
  script.launches.push_back(std::move(launch));
  return assemble(std::move(script), options, problems);
}

}  // namespace spyre::bundle
