// One finding of a rule (contract section 10): the same object in reports, `check` and value runs.
#pragma once

#include <optional>
#include <string>

namespace spyre::check {

enum class Severity { Error, Warning, Info };

struct Finding {
  std::string id;  // rule id of plan-rules: ADR-03, LX-01, …
  Severity severity = Severity::Error;
  std::string message;
  std::string file;
  std::optional<int> line;
  std::string pointer;
  std::optional<int> launch, operation;
  std::string op, tensor;
  std::string cores;     // "0-15,17"
  std::string elements;
  std::string found, expected;
};

}  // namespace spyre::check
