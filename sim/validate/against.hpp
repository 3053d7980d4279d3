// A validation against a stored one: no family may have become worse.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "sim/validate/validation.hpp"

namespace spyre::validate {

struct StoredFamily {
  double rms_pct = 0;
  int n = 0;
};
using StoredTable = std::map<std::string, StoredFamily>;  // over all cores, by family

// Of a document spyre-sim/validate/1. Throws Error (Input) with all that is wrong with it.
StoredTable read_stored(const std::filesystem::path& file);

// Is there anything to compare?
bool any_common(const std::vector<Family>& families, const StoredTable& table);

// Families whose RMS is above the table's by more than `points` of a percent.
std::vector<Problem> worse(const std::vector<Family>& families, const StoredTable& table,
                           double points);

// Families of the table that have fewer rows now, and those that it does not know: neither is a
// failure, but the comparison says less than it seems to.
std::vector<Problem> uncovered(const std::vector<Family>& families, const StoredTable& table);

}  // namespace spyre::validate
