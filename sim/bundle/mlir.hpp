// A bundle's text as a program: parameters and a flat list of statements over numbered values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bundle/problems.hpp"

namespace spyre::bundle {

using ValueId = int;

enum class ParameterKind : std::uint8_t { Pool, Argument, Dimension };

struct Parameter {
  std::string name;  // of the MLIR parameter, without '%'
  ParameterKind kind = ParameterKind::Argument;
  int arg_index = -1;
  std::optional<std::int64_t> granularity, max_value;
  ValueId value = -1;
  // Where symbol_kinds.json says so: PyTorch's name, and the argument and host dimension that hold
  // the size.
  std::string pytorch_name;
  int source_argument = -1, source_dimension = -1;
};

enum class AffineOp : std::uint8_t {
  Constant,
  Dim,
  Symbol,
  Add,
  Multiply,
  FloorDiv,
  CeilDiv,
  Modulo
};

// An affine expression in postfix order; `number` is the constant, or the index of a dim or symbol.
struct AffineStep {
  AffineOp op = AffineOp::Constant;
  std::int64_t number = 0;
};
struct AffineMap {
  int dims = 0, symbols = 0;
  std::vector<AffineStep> steps;
};

enum class StatementKind : std::uint8_t {
  Constant,
  Add,
  Multiply,
  ExtractValue,
  ExtractGranularity,
  ExtractMaximum,
  Allocate,
  Apply,
  For,
  EndFor,
  Execute
};

struct Statement {
  StatementKind kind = StatementKind::Constant;
  ValueId result = -1;            // also the loop variable of For
  std::vector<ValueId> operands;  // For: lower bound, upper bound, step
  std::int64_t number = 0;        // Constant, Allocate
  int map = -1;                   // Apply
  std::string file;               // Execute
  std::vector<std::int64_t> ids;  // Execute: symbol ids, parallel to operands
  bool has_ids = false;
  int line = 0;
};

struct Program {
  std::vector<Parameter> parameters;
  std::vector<AffineMap> maps;
  std::vector<Statement> statements;
  int value_count = 0;
};

// Records the problems; the program is usable only if there was none. Unknown statements are
// recorded one by one, a syntax error ends the reading.
Program parse_mlir(const std::string& file, std::string_view text, Problems& problems);

}  // namespace spyre::bundle
