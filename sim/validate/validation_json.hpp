// A validation as JSON (spyre-sim/validate/1) and as comma separated values.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "sim/validate/validation.hpp"

namespace spyre::validate {

nlohmann::ordered_json validation_json(const Validation& validation);

// One line per predicted row below a heading.
std::string validation_csv(const Validation& validation);

}  // namespace spyre::validate
