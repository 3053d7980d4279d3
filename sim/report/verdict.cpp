// Applies the severities of the contract.
#include "sim/report/verdict.hpp"

#include "sim/report/findings.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace spyre::report {
namespace {

namespace fs = std::filesystem;

std::string seen_from(const fs::path& folder, const std::string& file) {
  if (file.empty()) return file;
  const fs::path relative = fs::path(file).lexically_relative(folder);
  const bool outside = relative.empty() || relative.begin()->string() == "..";
  return outside ? fs::path(file).filename().string() : relative.string();
}

}  // namespace

bool forbids(const check::Finding& finding, bool strict) {
  switch (finding.severity) {
    case check::Severity::Error: return true;
    case check::Severity::Warning: return strict;
    case check::Severity::Info: return false;
  }
  return true;
}

std::vector<check::Finding> forbidding(const std::vector<check::Finding>& findings, bool strict) {
  std::vector<check::Finding> kept;
  std::copy_if(findings.begin(), findings.end(), std::back_inserter(kept),
               [=](const check::Finding& f) { return forbids(f, strict); });
  return kept;
}

Problem problem_of(const check::Finding& finding) {
  return {place_of(finding), sentence_of(finding), finding.expected};
}

void refuse_forbidden(const std::vector<check::Finding>& findings, bool strict) {
  std::vector<Problem> problems;
  for (const check::Finding& finding : forbidding(findings, strict))
    problems.push_back(problem_of(finding));
  if (!problems.empty()) throw Error(ErrorKind::Plan, std::move(problems));
}

check::Finding remark(const std::string& note) {
  check::Finding finding;
  finding.id = "NOTE";
  finding.severity = check::Severity::Info;
  finding.message = note;
  return finding;
}

void name_files_from(const std::string& plan, std::vector<check::Finding>& findings) {
  std::error_code ignored;
  const fs::path path(plan);
  const fs::path folder = fs::is_directory(path, ignored) ? path : path.parent_path();
  for (check::Finding& finding : findings) finding.file = seen_from(folder, finding.file);
}

}  // namespace spyre::report
