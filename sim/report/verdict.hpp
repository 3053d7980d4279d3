// What findings mean for a run: which ones forbid it, and how they are told.
#pragma once

#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "sim/check/finding.hpp"

namespace spyre::report {

// Errors forbid always, warnings only when rules are strict, remarks never.
bool forbids(const check::Finding& finding, bool strict);
std::vector<check::Finding> forbidding(const std::vector<check::Finding>& findings, bool strict);

Problem problem_of(const check::Finding& finding);
// Throws Error{Plan} with everything that forbids the run.
void refuse_forbidden(const std::vector<check::Finding>& findings, bool strict);

// A choice of the simulator that the reader of a report should know.
check::Finding remark(const std::string& note);

// File names as seen from the plan, so that a report does not depend on where the plan lies.
void name_files_from(const std::string& plan, std::vector<check::Finding>& findings);

}  // namespace spyre::report
