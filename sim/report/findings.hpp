// Findings of the rules as JSON (spyre-sim/findings/1), SARIF 2.1.0 and text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/check/finding.hpp"
#include "sim/report/json_text.hpp"

namespace spyre::report {

const char* name(check::Severity severity);

Json finding_json(const check::Finding& finding);
Json findings_json(const std::string& plan, const std::vector<check::Finding>& findings);
// For code viewers and review tools; `version` is the simulator's.
using RuleTitles = std::map<std::string, std::string>;
Json findings_sarif(const std::vector<check::Finding>& findings, const std::string& version,
                    const RuleTitles& titles);

// file:line or file#/json/pointer, as messages name places.
std::string place_of(const check::Finding& finding);
// "LX-01 message"; messages say themselves what was found.
std::string sentence_of(const check::Finding& finding);
// One line per finding and a line that counts them.
std::string findings_text(const std::string& plan, const std::vector<check::Finding>& findings);

// Findings of the same rule and severity told once, in the order of their first appearance.
struct Folded {
  check::Finding first;
  int count = 1;
};
std::vector<Folded> folded(const std::vector<check::Finding>& findings);

}  // namespace spyre::report
