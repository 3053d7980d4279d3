// Writes findings as JSON objects and as lines of text, and folds equal ones.
#include "sim/report/findings.hpp"

#include "sim/report/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::report {
namespace {

void add_text(Json& json, const char* key, const std::string& value) {
  if (!value.empty()) json[key] = value;
}

void add_number(Json& json, const char* key, const std::optional<int>& value) {
  if (value) json[key] = *value;
}

std::string line_of(const check::Finding& finding) {
  const std::string place = place_of(finding);
  return fmt::format("{}: {}{}{}{}\n", name(finding.severity), place, place.empty() ? "" : ": ",
                     sentence_of(finding),
                     finding.expected.empty() ? "" : " (expected " + finding.expected + ")");
}

std::int64_t number_of(const std::vector<check::Finding>& findings, check::Severity severity) {
  return std::count_if(findings.begin(), findings.end(),
                       [=](const check::Finding& f) { return f.severity == severity; });
}

}  // namespace

const char* name(check::Severity severity) {
  switch (severity) {
    case check::Severity::Error: return "error";
    case check::Severity::Warning: return "warning";
    case check::Severity::Info: return "info";
  }
  return "";
}

Json finding_json(const check::Finding& f) {
  Json json{{"id", f.id}, {"severity", name(f.severity)}, {"message", f.message}, {"file", f.file}};
  add_number(json, "line", f.line);
  add_text(json, "pointer", f.pointer);
  add_number(json, "launch", f.launch);
  add_number(json, "operation", f.operation);
  add_text(json, "op", f.op);
  add_text(json, "tensor", f.tensor);
  add_text(json, "cores", f.cores);
  add_text(json, "elements", f.elements);
  json["found"] = f.found;
  json["expected"] = f.expected;
  return json;
}

Json findings_json(const std::string& plan, const std::vector<check::Finding>& findings) {
  Json list = Json::array();
  for (const check::Finding& finding : findings) list.push_back(finding_json(finding));
  return {{"schema", "spyre-sim/findings/1"}, {"plan", plan}, {"findings", std::move(list)}};
}

std::string place_of(const check::Finding& finding) {
  if (finding.line) return fmt::format("{}:{}", finding.file, *finding.line);
  if (!finding.pointer.empty()) return finding.file + '#' + finding.pointer;
  return finding.file;
}

std::string sentence_of(const check::Finding& finding) {
  return finding.id.empty() ? finding.message : finding.id + ' ' + finding.message;
}

std::string findings_text(const std::string& plan, const std::vector<check::Finding>& findings) {
  std::string text;
  for (const check::Finding& finding : findings) text += line_of(finding);
  return text + fmt::format("{}: {}, {}, {}\n", plan,
                            counted(number_of(findings, check::Severity::Error), "error"),
                            counted(number_of(findings, check::Severity::Warning), "warning"),
                            counted(number_of(findings, check::Severity::Info), "remark"));
}

std::vector<Folded> folded(const std::vector<check::Finding>& findings) {
  std::vector<Folded> groups;
  for (const check::Finding& finding : findings) {
    const auto same = [&](const Folded& g) {
      return g.first.id == finding.id && g.first.severity == finding.severity;
    };
    const auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end())
      groups.push_back({finding, 1});
    else
      ++group->count;
  }
  return groups;
}

}  // namespace spyre::report
