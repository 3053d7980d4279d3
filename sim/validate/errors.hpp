// The table of errors behind prediction intervals: one measured row per line, with what its run
// looks like.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/interval/known.hpp"
#include "sim/validate/validation.hpp"

namespace spyre::validate {

// Throws Error (Input) with all that is wrong.
std::vector<interval::Known> read_errors(const std::filesystem::path& file);

// Of the predicted rows; those told apart are left out.
std::vector<interval::Known> known_of(const std::vector<Row>& rows,
                                      const std::vector<Outcome>& outcomes);
std::string errors_csv(const std::vector<interval::Known>& known);

}  // namespace spyre::validate
