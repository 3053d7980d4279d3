// Writes a plan and the files of its bundles into one plan.json.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/bundle/json.hpp"
#include "sim/bundle/kind.hpp"
#include "sim/bundle/plan_json.hpp"
#include "sim/bundle/read.hpp"
#include "sim/bundle/text.hpp"

namespace spyre::bundle {
namespace {

// The texts of every file a bundle reads.
Json inline_bundle(const BundleFiles& files, const LoadedBundle& bundle, Problems& problems) {
  Json texts = Json::object();
  for (const std::string& name : bundle.used) {
    const std::optional<std::string> text = files.text(name, problems);
    if (text) texts[name] = *text;
  }
  return texts;
}

Json inline_directory(const std::filesystem::path& directory, const std::string& where,
                      Problems& problems) {
  const BundleFiles files = BundleFiles::in_directory(directory);
  const std::optional<LoadedBundle> bundle = load_any_bundle(files, problems);
  if (bundle) return inline_bundle(files, *bundle, problems);
  problems.input(where, fmt::format("no bundle in {}", files.label()),
                 "bundle.mlir with its SuperDSC files");
  return Json::object();
}

// Bundles are replaced by their files; a bundle met again refers to the launch that brought it.
Json pack_plan_json(const Recognised& found, Problems& problems) {
  const std::filesystem::path path = found.directory / found.files.front();
  const std::optional<std::string> text = load_text(path, problems);
  std::unique_ptr<Json> plan = text ? parse_json(path.string(), *text, problems) : nullptr;
  if (!plan || !plan->is_object() || !plan->contains("launches") || !(*plan)["launches"].is_array())
    return {};
  Json& launches = (*plan)["launches"];
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    if (!launches[i].is_object() || !launches[i].contains("bundle") ||
        !launches[i]["bundle"].is_string())
      continue;
    const auto directory = launches[i]["bundle"].get<std::string>();
    const auto [known, is_new] = first.emplace(directory, i);
    if (!launches[i].contains("name"))
      launches[i]["name"] = std::filesystem::path(directory).filename().string();
    launches[i]["bundle"] =
        is_new ? inline_directory(found.directory / directory, path.string(), problems)
               : Json{{"same_as_launch", known->second}};
  }
  return std::move(*plan);
}

Json pack_bundle(const Recognised& found, const std::string& name, Problems& problems) {
  const BundleFiles files = BundleFiles::in_directory(found.directory);
  const LoadedBundle bundle = found.kind == PlanKind::LooseFiles
                                  ? load_loose_files(files, found.files, problems)
                                  : load_bundle(files, found.files.front(), problems);
  Json launch{{"name", name}, {"bundle", inline_bundle(files, bundle, problems)}};
  return Json{
      {"schema", kPlanSchema}, {"name", name}, {"launches", Json::array({std::move(launch)})}};
}

}  // namespace

std::string pack_plan(const std::filesystem::path& path) {
  const plan::Plan plan = read_plan(path);  // a plan that cannot be read is not packed
  Problems problems;
  const Recognised found = recognise(path, problems);
  Json packed = found.kind == PlanKind::PlanJson ? pack_plan_json(found, problems)
                                                 : pack_bundle(found, plan.name, problems);
  problems.throw_if_any();
  if (!packed.contains("name")) packed["name"] = plan.name;
  return packed.dump(1) + "\n";
}

}  // namespace spyre::bundle
