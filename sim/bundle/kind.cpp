// Looks into files and folders for the five kinds of plan.
#include "sim/bundle/kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>

#include "sim/bundle/bundle_files.hpp"
#include "sim/bundle/json.hpp"
#include "sim/bundle/plan_json.hpp"
#include "sim/bundle/sdsc.hpp"
#include "sim/bundle/text.hpp"

namespace spyre::bundle {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExpected = "a bundle directory, bundle.mlir, SuperDSC files or a plan.json";

bool starts_like_json(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string::npos && (text[first] == '{' || text[first] == '[');
}

bool looks_like_mlir(const std::string& text) {
  return text.find("func.func") != std::string::npos || text.find("sdscbundle.") != std::string::npos;
}

enum class FileKind : std::uint8_t { Plan, Sdsc, Mlir, LaunchSpec, Other };

FileKind json_kind(const Json& root) {
  if (root.is_object() && root.contains("schema") && root.contains("launches")) return FileKind::Plan;
  if (root.is_object() && root.contains("schema") && !looks_like_sdsc(root)) return FileKind::Plan;
  if (looks_like_sdsc(root)) return FileKind::Sdsc;
  if (root.is_object() && root.contains("args") && root.contains("kernel_name")) return FileKind::LaunchSpec;
  return FileKind::Other;
}

// Nothing when the file cannot be read or parsed, after recording it.
std::optional<FileKind> file_kind(const fs::path& path, Problems& problems) {
  const std::optional<std::string> text = load_text(path, problems);
  if (!text) return std::nullopt;
  if (!starts_like_json(*text)) return looks_like_mlir(*text) ? FileKind::Mlir : FileKind::Other;
  bool repaired = false;
  const std::optional<Json> json = parse_json(path.string(), *text, problems, &repaired);
  if (!json) return std::nullopt;
  return json_kind(*json);
}

Recognised recognise_file(const fs::path& path, Problems& problems) {
  Recognised out;
  out.directory = path.parent_path();
  const std::optional<FileKind> kind = file_kind(path, problems);
  if (!kind) return out;
  switch (*kind) {
    case FileKind::Plan: out.kind = PlanKind::PlanJson; break;
    case FileKind::Sdsc: out.kind = PlanKind::LooseFiles; break;
    case FileKind::Mlir: out.kind = PlanKind::Bundle; break;
    case FileKind::LaunchSpec:
      problems.input(path.string(), "describes the arguments of a bundle, is no plan", "the bundle's directory");
      return out;
    case FileKind::Other: problems.input(path.string(), "is no plan", kExpected); return out;
  }
  out.files.push_back(path.filename().string());
  return out;
}

bool has_extension(const std::string& name, const char* extension) {
  return fs::path(name).extension() == extension;
}

// SuperDSC files of a folder; other JSON files beside them (case.json, launch_spec.json) are left alone.
std::vector<std::string> sdsc_files(const fs::path& directory, const std::vector<std::string>& names,
                                    Problems& problems) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    if (!has_extension(name, ".json")) continue;
    const bool by_name = name.rfind("sdsc_", 0) == 0;
    Problems ignored;
    const std::optional<FileKind> kind = file_kind(directory / name, by_name ? problems : ignored);
    if (kind == FileKind::Sdsc) found.push_back(name);
  }
  return found;
}

Recognised recognise_directory(const fs::path& path, Problems& problems) {
  Recognised out;
  out.directory = path;
  const BundleFiles files = BundleFiles::in_directory(path);
  const std::vector<std::string> names = files.names();
  const auto named = [&](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  if (named("plan.json")) return recognise_file(path / "plan.json", problems);
  out.files.push_back("bundle.mlir");
  if (named("bundle.mlir")) return out;
  out.files.clear();
  for (const std::string& name : names) {
    if (has_extension(name, ".mlir")) out.files.push_back(name);
  }
  if (out.files.size() == 1) return out;
  out.kind = PlanKind::LooseFiles;
  const std::size_t before = problems.count();
  out.files = sdsc_files(path, names, problems);
  if (out.files.empty() && problems.count() == before) problems.input(path.string(), "holds no plan", kExpected);
  return out;
}

}  // namespace

Recognised recognise(const fs::path& path, Problems& problems) {
  std::error_code error;
  if (fs::is_directory(path, error)) return recognise_directory(path, problems);
  return recognise_file(path, problems);
}

}  // namespace spyre::bundle
