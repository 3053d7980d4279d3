// Problems met while a plan is read, as findings.
#pragma once

#include <vector>

#include "models/base/error.hpp"
#include "sim/check/finding.hpp"

namespace spyre::cli {

// Places ("file:12", "file#/pointer") and rule ids ("FMT-03: …") go into members of their own.
std::vector<check::Finding> findings_of(const Error& error);

}  // namespace spyre::cli
