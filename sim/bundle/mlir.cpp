// Parser of bundle.mlir: the grammar of plan-format 2.1, nothing else.
#include "sim/bundle/mlir.hpp"

#include <fmt/format.h>

#include <map>

#include "sim/bundle/mlir_parser.hpp"
#include "sim/bundle/mlir_scope.hpp"

namespace spyre::bundle {
namespace {

constexpr int kDeepestLoop = 32;

class MlirParser {
 public:
  explicit MlirParser(TokenCursor& cursor) : cursor_(cursor) {}

  Program run() {
    while (cursor_.peek().kind == TokenKind::Map) map_definition();
    const bool module = cursor_.accept("module");
    if (module) cursor_.expect("{");
    function();
    if (module) cursor_.expect("}");
    if (cursor_.peek().kind != TokenKind::End) cursor_.fail(cursor_.peek(), "end of file");
    return std::move(program_);
  }

 private:
  void map_definition() {
    const std::string_view name = cursor_.next().text;
    cursor_.expect("=");
    cursor_.expect("affine_map");
    maps_[name] = static_cast<int>(program_.maps.size());
    program_.maps.push_back(parse_affine_map(cursor_));
  }

  void function() {
    cursor_.expect("func.func");
    cursor_.expect(TokenKind::Symbol, "a function name");
    cursor_.expect("(");
    while (cursor_.peek().kind == TokenKind::Value) {
      parameter();
      if (!cursor_.accept(",")) break;
    }
    cursor_.expect(")");
    cursor_.expect("{");
    statements(0);
    cursor_.accept("return");
    cursor_.expect("}");
  }

  void parameter() {
    const Token name = cursor_.next();
    Parameter parameter;
    parameter.name = name.text;
    parameter.value = define(name);
    cursor_.expect(":");
    if (!cursor_.accept("index")) {
      const ArgumentType type = parse_argument_type(cursor_);
      parameter.granularity = type.granularity;
      parameter.max_value = type.max_value;
    }
    program_.parameters.push_back(std::move(parameter));
  }

  void statements(int depth) {
    while (!cursor_.is("}") && !cursor_.is("return")) {
      const Token& token = cursor_.peek();
      if (token.kind == TokenKind::End) cursor_.fail(token, "}");
      if (token.kind == TokenKind::Value)
        assignment();
      else if (token.kind == TokenKind::Map)
        map_definition();
      else if (cursor_.accept("scf.for"))
        loop(token, depth);
      else if (cursor_.accept("sdscbundle.sdsc_execute"))
        execute(token);
      else
        unknown(token);
    }
  }

  void assignment() {
    const Token name = cursor_.next();
    cursor_.expect("=");
    const Token op = cursor_.expect(TokenKind::Word, "an operation");
    Statement statement;
    statement.line = op.line;
    if (op.text == "arith.constant")
      constant(statement, StatementKind::Constant);
    else if (op.text == "arith.addi")
      binary(statement, StatementKind::Add);
    else if (op.text == "arith.muli")
      binary(statement, StatementKind::Multiply);
    else if (op.text == "sdscbundle.input_arg_extract")
      extract(statement);
    else if (op.text == "sdscbundle.device_mem_allocate")
      allocate(statement);
    else if (op.text == "affine.apply")
      apply(statement);
    else
      return unknown_value(name, op);
    statement.result = define(name);
    program_.statements.push_back(std::move(statement));
  }

  void constant(Statement& statement, StatementKind kind) {
    statement.kind = kind;
    statement.number = cursor_.expect_number("an integer");
    type_index();
  }
  void binary(Statement& statement, StatementKind kind) {
    statement.kind = kind;
    statement.operands.push_back(use());
    cursor_.expect(",");
    statement.operands.push_back(use());
    type_index();
  }
  void extract(Statement& statement) {
    const Token what = cursor_.expect(TokenKind::Word, "value, granularity or max_value");
    if (what.text == "value")
      statement.kind = StatementKind::ExtractValue;
    else if (what.text == "granularity")
      statement.kind = StatementKind::ExtractGranularity;
    else if (what.text == "max_value")
      statement.kind = StatementKind::ExtractMaximum;
    else
      cursor_.fail(what, "value, granularity or max_value");
    cursor_.expect("from");
    statement.operands.push_back(use());
    cursor_.expect(":");
    parse_argument_type(cursor_);
    cursor_.expect("->");
    cursor_.expect("index");
  }
  void allocate(Statement& statement) {
    statement.kind = StatementKind::Allocate;
    statement.number = cursor_.expect_number("a constant size");
    cursor_.expect("bytes");
    type_index();
  }
  void apply(Statement& statement) {
    statement.kind = StatementKind::Apply;
    if (cursor_.accept("affine_map")) {
      statement.map = static_cast<int>(program_.maps.size());
      program_.maps.push_back(parse_affine_map(cursor_));
    } else {
      const Token name = cursor_.expect(TokenKind::Map, "an affine map");
      const auto found = maps_.find(name.text);
      if (found == maps_.end()) cursor_.fail(name, "a map defined above");
      statement.map = found->second;
    }
    const AffineMap& map = program_.maps[static_cast<std::size_t>(statement.map)];
    operands(statement, "(", ")", map.dims);
    if (cursor_.is("[") || map.symbols > 0) operands(statement, "[", "]", map.symbols);
  }
  void operands(Statement& statement, std::string_view open, std::string_view close, int count) {
    const Token start = cursor_.peek();
    const std::size_t before = statement.operands.size();
    cursor_.expect(open);
    while (cursor_.peek().kind == TokenKind::Value) {
      statement.operands.push_back(use());
      if (!cursor_.accept(",")) break;
    }
    cursor_.expect(close);
    if (count >= 0 && statement.operands.size() - before != static_cast<std::size_t>(count)) {
      cursor_.fail(start, fmt::format("{} operands for this map", count));
    }
  }

  void loop(const Token& token, int depth) {
    if (depth >= kDeepestLoop)
      cursor_.fail(token, fmt::format("at most {} nested loops", kDeepestLoop));
    Statement statement;
    statement.kind = StatementKind::For;
    statement.line = token.line;
    const Token variable = cursor_.expect(TokenKind::Value, "a loop variable");
    cursor_.expect("=");
    statement.operands.push_back(use());
    cursor_.expect("to");
    statement.operands.push_back(use());
    cursor_.expect("step");
    statement.operands.push_back(use());
    if (cursor_.accept(":")) cursor_.expect("index");
    const std::size_t outside = scope_.depth();
    statement.result = define(variable);
    program_.statements.push_back(std::move(statement));
    cursor_.expect("{");
    statements(depth + 1);
    cursor_.accept("return");
    cursor_.expect("}");
    scope_.leave(outside);
    Statement end;
    end.kind = StatementKind::EndFor;
    program_.statements.push_back(std::move(end));
  }

  // (operands) {sdsc_filename="…", "symbol_ids"=[…]}
  void execute(const Token& token) {
    Statement statement;
    statement.kind = StatementKind::Execute;
    statement.line = token.line;
    operands(statement, "(", ")", -1);
    cursor_.expect("{");
    while (!cursor_.is("}")) {
      attribute(statement);
      if (!cursor_.accept(",")) break;
    }
    cursor_.expect("}");
    if (statement.file.empty()) cursor_.fail(token, "sdsc_filename");
    check_ids(statement, token);
    program_.statements.push_back(std::move(statement));
  }
  void attribute(Statement& statement) {
    const Token key = cursor_.next();
    if (key.kind != TokenKind::Word && key.kind != TokenKind::Text)
      cursor_.fail(key, "an attribute");
    cursor_.expect("=");
    if (key.text == "sdsc_filename") {
      statement.file = cursor_.expect(TokenKind::Text, "a file name").text;
    } else if (key.text == "symbol_ids") {
      statement.has_ids = true;
      cursor_.expect("[");
      while (!cursor_.is("]")) {
        statement.ids.push_back(cursor_.expect_number("a symbol id"));
        if (!cursor_.accept(",")) break;
      }
      cursor_.expect("]");
    } else {
      cursor_.fail(key, "sdsc_filename or symbol_ids");
    }
  }
  void check_ids(const Statement& statement, const Token& token) {
    if (statement.ids.size() == statement.operands.size()) return;
    cursor_.problems().plan(cursor_.where(token),
                            fmt::format("SYM-01: {} operands for {} symbol ids",
                                        statement.operands.size(), statement.ids.size()),
                            "as many");
  }

  void unknown_value(const Token& name, const Token& op) {
    define(name);
    unknown(op);
  }
  // Skips the statement, with its block if it opens one on this line, so that later ones are read
  // too.
  void unknown(const Token& token) {
    const Token at = token;
    cursor_.problems().plan(
        cursor_.where(at), fmt::format("FMT-02: statement '{}' is not allowed", at.text),
        "sdscbundle, affine.apply, arith.constant, arith.addi, arith.muli or scf.for");
    int depth = 0;
    while (cursor_.peek().kind != TokenKind::End) {
      if (depth == 0 && (cursor_.peek().line != at.line || cursor_.is("}"))) return;
      if (cursor_.is("{")) ++depth;
      if (cursor_.is("}")) --depth;
      cursor_.next();
    }
  }

  void type_index() {
    if (cursor_.accept(":")) cursor_.expect("index");
  }
  ValueId define(const Token& name) {
    scope_.define(name.text, program_.value_count);
    return program_.value_count++;
  }
  ValueId use() {
    const Token name = cursor_.expect(TokenKind::Value, "a value");
    if (const std::optional<ValueId> known = scope_.find(name.text)) return *known;
    cursor_.problems().plan(cursor_.where(name),
                            fmt::format("SYM-04: '%{}' is not defined here", name.text),
                            "a value, parameter or loop variable in scope");
    return define(name);
  }

  TokenCursor& cursor_;
  Program program_;
  std::map<std::string_view, int> maps_;
  MlirScope scope_;
};

}  // namespace

Program parse_mlir(const std::string& file, std::string_view text, Problems& problems) {
  const std::size_t before = problems.count();
  TokenCursor cursor(file, tokenize(file, text, problems), problems);
  if (problems.count() != before) return {};
  try {
    Program program = MlirParser(cursor).run();
    classify_parameters(program.parameters);
    return program;
  } catch (const SyntaxStop&) {
    return {};
  }
}

}  // namespace spyre::bundle
