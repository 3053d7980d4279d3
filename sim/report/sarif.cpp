// Findings in the Static Analysis Results Interchange Format, version 2.1.0.
#include "sim/report/findings.hpp"

namespace spyre::report {
namespace {

const char* level(check::Severity severity) {
  switch (severity) {
    case check::Severity::Error: return "error";
    case check::Severity::Warning: return "warning";
    case check::Severity::Info: return "note";
  }
  return "none";
}

Json location(const check::Finding& f) {
  Json physical{{"artifactLocation", {{"uri", f.file}}}};
  if (f.line && *f.line > 0) physical["region"] = {{"startLine", *f.line}};
  Json json{{"physicalLocation", std::move(physical)}};
  if (!f.pointer.empty()) {
    json["logicalLocations"] =
        Json::array({{{"fullyQualifiedName", f.pointer}, {"kind", "member"}}});
  }
  return json;
}

Json result(const check::Finding& f) {
  const std::string expected = f.expected.empty() ? "" : " (expected " + f.expected + ")";
  Json json{{"ruleId", f.id},
            {"level", level(f.severity)},
            {"message", {{"text", sentence_of(f) + expected}}}};
  if (!f.file.empty()) json["locations"] = Json::array({location(f)});
  json["properties"] = finding_json(f);
  return json;
}

// The rules that found something, in order of their ids.
Json rules(const std::vector<check::Finding>& findings, const RuleTitles& titles) {
  std::map<std::string, Json> used;
  for (const check::Finding& f : findings) {
    Json rule{{"id", f.id}};
    const auto title = titles.find(f.id);
    if (title != titles.end()) rule["shortDescription"] = {{"text", title->second}};
    used.emplace(f.id, std::move(rule));
  }
  Json json = Json::array();
  for (auto& [id, rule] : used) json.push_back(std::move(rule));
  return json;
}

}  // namespace

Json findings_sarif(const std::vector<check::Finding>& findings, const std::string& version,
                    const RuleTitles& titles) {
  Json results = Json::array();
  for (const check::Finding& f : findings) results.push_back(result(f));
  const Json driver{
      {"name", "spyre-sim"}, {"version", version}, {"rules", rules(findings, titles)}};
  const Json run{{"tool", {{"driver", driver}}}, {"results", std::move(results)}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({run})}};
}

}  // namespace spyre::report
