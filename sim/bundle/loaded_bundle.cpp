// Loads a bundle: every file is parsed once, however often it is executed.
#include "sim/bundle/loaded_bundle.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/bundle/json.hpp"
#include "sim/bundle/text.hpp"

namespace spyre::bundle {
namespace {

void take_notes(LoadedBundle& bundle, const Document& document) {
  for (const Document::Note& note : document.notes()) {
    bundle.notes.push_back({note.id, note.message, {document.file(), note.pointer, 0}});
  }
}

void load_sdsc(LoadedBundle& bundle, const BundleFiles& files, const std::string& name, ContentHash& hash,
               Problems& problems) {
  const std::string label = files.label(name);
  const std::optional<std::string> text = files.text(name, problems);
  if (!text) return;
  hash.add(name).add(*text);
  bool repaired = false;
  std::optional<Json> json = parse_json(label, *text, problems, &repaired);
  if (!json) return;
  if (repaired) bundle.notes.push_back({"FMT-06", label + ": tokens that are no JSON were read as null", {label, "", 0}});
  if (!looks_like_sdsc(*json)) {
    problems.plan(label, "FMT-01: no SuperDSC file", "one key <index>_<operation> holding dscs_");
    return;
  }
  Document document(label, std::move(*json), problems);
  bundle.files.emplace(name, read_sdsc(document));
  take_notes(bundle, document);
}

// Files in the order of their first execution; a missing one is named with the line that wants it.
std::vector<std::string> executed_files(const Program& program, const BundleFiles& files, const std::string& label,
                                        Problems& problems) {
  std::vector<std::string> names;
  std::map<std::string, bool> seen;
  for (const Statement& statement : program.statements) {
    if (statement.kind != StatementKind::Execute || !seen.emplace(statement.file, true).second) continue;
    if (files.has(statement.file)) names.push_back(statement.file);
    else problems.input(fmt::format("{}:{}", label, statement.line), fmt::format("FMT-01: no file {} in the bundle", statement.file));
  }
  return names;
}

}  // namespace

LoadedBundle load_bundle(const BundleFiles& files, const std::string& mlir, Problems& problems) {
  LoadedBundle bundle;
  bundle.label = files.label(mlir);
  bundle.program.emplace();
  const std::optional<std::string> text = files.text(mlir, problems);
  if (!text) return bundle;
  ContentHash hash;
  hash.add(*text);
  bundle.program = parse_mlir(bundle.label, *text, problems);
  for (const std::string& name : executed_files(*bundle.program, files, bundle.label, problems)) {
    load_sdsc(bundle, files, name, hash, problems);
  }
  bundle.hash = hash.hex();
  return bundle;
}

LoadedBundle load_loose_files(const BundleFiles& files, const std::vector<std::string>& names, Problems& problems) {
  LoadedBundle bundle;
  bundle.label = files.label();
  ContentHash hash;
  for (const std::string& name : names) load_sdsc(bundle, files, name, hash, problems);
  for (const auto& [name, file] : bundle.files) bundle.order.push_back(name);
  std::stable_sort(bundle.order.begin(), bundle.order.end(), [&](const std::string& a, const std::string& b) {
    return bundle.files.at(a).index < bundle.files.at(b).index;
  });
  bundle.hash = hash.hex();
  return bundle;
}

}  // namespace spyre::bundle
