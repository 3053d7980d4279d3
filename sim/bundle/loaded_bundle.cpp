// Loads a bundle: every file is parsed once, however often it is executed.
#include "sim/bundle/loaded_bundle.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

#include "sim/bundle/json.hpp"
#include "sim/bundle/kind.hpp"
#include "sim/bundle/symbol_kinds.hpp"
#include "sim/bundle/text.hpp"

namespace spyre::bundle {
namespace {

constexpr const char* kText = "bundle.mlir";
constexpr const char* kSymbolKinds = "symbol_kinds.json";
// The specification puts it beside the backend's folder, the code inside it.
constexpr std::array kLaunchSpecs = {"launch_spec.json", "spyreCodeDir/launch_spec.json"};

// Reads files into a bundle and hashes what it reads.
class Loader {
 public:
  Loader(const BundleFiles& files, Problems& problems) : files_(files), problems_(problems) {}

  LoadedBundle with_text(const std::string& name) {
    bundle_.label = files_.label(name);
    bundle_.program.emplace();
    const std::optional<std::string> text = take(name);
    if (text) bundle_.program = parse_mlir(bundle_.label, *text, problems_);
    for (const std::string& file : executed_files()) load_sdsc(file);
    load_symbol_kinds();
    load_launch_spec();
    return finished();
  }

  LoadedBundle loose(const std::vector<std::string>& names) {
    bundle_.label = files_.label();
    for (const std::string& name : names) load_sdsc(name);
    for (const auto& [name, file] : bundle_.files) bundle_.order.push_back(name);
    std::stable_sort(bundle_.order.begin(), bundle_.order.end(),
                     [&](const std::string& a, const std::string& b) {
                       return bundle_.files.at(a).index < bundle_.files.at(b).index;
                     });
    return finished();
  }

 private:
  LoadedBundle finished() {
    std::sort(bundle_.used.begin(), bundle_.used.end());
    bundle_.hash = hash_.hex();
    return std::move(bundle_);
  }
  std::optional<std::string> take(const std::string& name) {
    std::optional<std::string> text = files_.text(name, problems_);
    if (!text) return text;
    bundle_.used.push_back(name);
    hash_.add(name).add(*text);
    return text;
  }
  std::unique_ptr<Json> take_json(const std::string& name) {
    const std::optional<std::string> text = take(name);
    if (!text) return nullptr;
    bool repaired = false;
    std::unique_ptr<Json> json = parse_json(files_.label(name), *text, problems_, &repaired);
    if (repaired)
      note("FMT-06", files_.label(name) + ": tokens that are no JSON were read as null", name);
    return json;
  }
  void note(std::string id, std::string message, const std::string& name) {
    bundle_.notes.push_back({std::move(id), std::move(message), {files_.label(name), "", 0}});
  }
  void take_notes(const Document& document) {
    for (const Document::Note& n : document.notes()) {
      bundle_.notes.push_back({n.id, n.message, {document.file(), n.pointer, 0}});
    }
  }

  void load_sdsc(const std::string& name) {
    std::unique_ptr<Json> json = take_json(name);
    if (!json) return;
    if (!looks_like_sdsc(*json)) {
      problems_.plan(files_.label(name), "FMT-01: no SuperDSC file",
                     "one key <index>_<operation> holding dscs_");
      return;
    }
    Document document(files_.label(name), std::move(json), problems_);
    bundle_.files.emplace(name, read_sdsc(document));
    take_notes(document);
  }
  // In the order of their first execution; a missing one is named with the line that wants it.
  std::vector<std::string> executed_files() {
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const Statement& s : bundle_.program->statements) {
      if (s.kind != StatementKind::Execute || !seen.insert(s.file).second) continue;
      if (files_.has(s.file))
        names.push_back(s.file);
      else
        problems_.input(fmt::format("{}:{}", bundle_.label, s.line),
                        fmt::format("FMT-01: no file {} in the bundle", s.file));
    }
    return names;
  }
  void load_symbol_kinds() {
    if (!files_.has(kSymbolKinds)) return;
    std::unique_ptr<Json> json = take_json(kSymbolKinds);
    if (!json) return;
    Document document(files_.label(kSymbolKinds), std::move(json), problems_);
    apply_symbol_kinds(document.root(), bundle_.program->parameters);
    take_notes(document);
  }
  void load_launch_spec() {
    const auto name = std::find_if(kLaunchSpecs.begin(), kLaunchSpecs.end(),
                                   [&](const char* n) { return files_.has(n); });
    if (name == kLaunchSpecs.end()) return;
    std::unique_ptr<Json> json = take_json(*name);
    if (!json) return;
    Document document(files_.label(*name), std::move(json), problems_);
    bundle_.arguments = read_launch_spec(document.root());
  }

  const BundleFiles& files_;
  Problems& problems_;
  LoadedBundle bundle_;
  ContentHash hash_;
};

}  // namespace

LoadedBundle load_bundle(const BundleFiles& files, const std::string& text, Problems& problems) {
  return Loader(files, problems).with_text(text);
}

LoadedBundle load_loose_files(const BundleFiles& files, const std::vector<std::string>& names,
                              Problems& problems) {
  return Loader(files, problems).loose(names);
}

std::optional<LoadedBundle> load_any_bundle(const BundleFiles& files, Problems& problems) {
  if (files.has(kText)) return load_bundle(files, kText, problems);
  const std::vector<std::string> texts = bundle_texts(files);
  if (texts.size() == 1) return load_bundle(files, texts.front(), problems);
  const std::vector<std::string> loose = sdsc_files(files, problems);
  if (loose.empty()) return std::nullopt;
  return load_loose_files(files, loose, problems);
}

}  // namespace spyre::bundle
