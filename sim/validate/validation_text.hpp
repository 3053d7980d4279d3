// A validation for people: a table of families and the rows that were left out.
#pragma once

#include <string>

#include "sim/validate/validation.hpp"

namespace spyre::validate {

std::string validation_text(const Validation& validation);

}  // namespace spyre::validate
