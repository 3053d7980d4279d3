// Looks into files and folders for the five kinds of plan.
#include "sim/bundle/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
  return text.find("func.func") != std::string::npos ||
         text.find("sdscbundle.") != std::string::npos;
}

enum class FileKind : std::uint8_t { Plan, Sdsc, Mlir, LaunchSpec, Other };

FileKind json_kind(const Json& root) {
  if (root.is_object() && root.contains("schema") && root.contains("launches"))
    return FileKind::Plan;
  if (root.is_object() && root.contains("schema") && !looks_like_sdsc(root)) return FileKind::Plan;
  if (looks_like_sdsc(root)) return FileKind::Sdsc;
  if (root.is_object() && root.contains("args") && root.contains("kernel_name"))
    return FileKind::LaunchSpec;
  return FileKind::Other;
}

// Nothing when the text cannot be parsed, after recording it. `parsed` receives the JSON.
std::optional<FileKind> kind_of_text(const std::string& label, const std::string& text,
                                     Problems& problems, std::shared_ptr<Json>& parsed) {
  if (!starts_like_json(text)) return looks_like_mlir(text) ? FileKind::Mlir : FileKind::Other;
  bool repaired = false;
  parsed = parse_json(label, text, problems, &repaired);
  if (!parsed) return std::nullopt;
  const FileKind kind = json_kind(*parsed);
  // Only SuperDSC files come from backends that write such tokens.
  if (repaired && kind != FileKind::Sdsc) parsed = parse_json(label, text, problems);
  return parsed ? std::optional(kind) : std::nullopt;
}

std::optional<FileKind> kind_of_file(const BundleFiles& files, const std::string& name,
                                     Problems& problems) {
  const std::optional<std::string> text = files.text(name, problems);
  if (!text) return std::nullopt;
  std::shared_ptr<Json> parsed;
  return kind_of_text(files.label(name), *text, problems, parsed);
}

bool has_extension(const std::string& name, const char* extension) {
  return fs::path(name).extension() == extension;
}

// JSON files of a kind. Others beside them (case.json, launch_spec.json) are left alone, even when
// damaged, unless they are named like SuperDSC files.
std::vector<std::string> files_of_kind(const BundleFiles& files, FileKind wanted,
                                       Problems& problems) {
  std::vector<std::string> found;
  for (const std::string& name : files.names()) {
    if (!has_extension(name, ".json")) continue;
    Problems ignored;
    const bool by_name = name.rfind("sdsc_", 0) == 0;
    if (kind_of_file(files, name, by_name ? problems : ignored) == wanted) found.push_back(name);
  }
  return found;
}

Recognised recognise_file(const fs::path& path, Problems& problems) {
  Recognised out;
  out.directory = path.parent_path();
  const std::optional<std::string> text = load_text(path, problems);
  if (!text) return out;
  const std::optional<FileKind> kind = kind_of_text(path.string(), *text, problems, out.plan);
  if (!kind) return out;
  switch (*kind) {
    case FileKind::Plan: out.kind = PlanKind::PlanJson; break;
    case FileKind::Sdsc: out.kind = PlanKind::LooseFiles; break;
    case FileKind::Mlir: out.kind = PlanKind::Bundle; break;
    case FileKind::LaunchSpec:
      problems.input(path.string(), "describes the arguments of a bundle, is no plan",
                     "the bundle's directory");
      return out;
    case FileKind::Other: problems.input(path.string(), "is no plan", kExpected); return out;
  }
  out.files.push_back(path.filename().string());
  return out;
}

bool take(Recognised& out, PlanKind kind, std::vector<std::string> files) {
  out.kind = kind;
  out.files = std::move(files);
  return !out.files.empty();
}

Recognised recognise_directory(const fs::path& path, Problems& problems) {
  Recognised out;
  out.directory = path;
  const BundleFiles files = BundleFiles::in_directory(path);
  if (files.has("plan.json")) return recognise_file(path / "plan.json", problems);
  if (files.has("bundle.mlir")) {
    take(out, PlanKind::Bundle, {"bundle.mlir"});
    return out;
  }
  const std::size_t before = problems.count();
  if (bundle_texts(files).size() == 1 && take(out, PlanKind::Bundle, bundle_texts(files)))
    return out;
  if (take(out, PlanKind::LooseFiles, sdsc_files(files, problems))) return out;
  const std::vector<std::string> plans = files_of_kind(files, FileKind::Plan, problems);
  if (plans.size() == 1) return recognise_file(path / plans.front(), problems);
  if (problems.count() == before) problems.input(path.string(), "holds no plan", kExpected);
  return out;
}

}  // namespace

std::vector<std::string> bundle_texts(const BundleFiles& files) {
  std::vector<std::string> found;
  for (const std::string& name : files.names()) {
    if (has_extension(name, ".mlir")) found.push_back(name);
  }
  return found;
}

std::vector<std::string> sdsc_files(const BundleFiles& files, Problems& problems) {
  return files_of_kind(files, FileKind::Sdsc, problems);
}

Recognised recognise(const fs::path& path, Problems& problems) {
  std::error_code error;
  if (fs::is_directory(path, error)) return recognise_directory(path, problems);
  return recognise_file(path, problems);
}

}  // namespace spyre::bundle
