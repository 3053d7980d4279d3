// The token cursor, and what parameters stand for.
#include "sim/bundle/mlir_parser.hpp"

#include <fmt/format.h>

#include <charconv>

namespace spyre::bundle {
namespace {

int number_after(std::string_view name, std::string_view prefix) {
  int number = -1;
  if (name.substr(0, prefix.size()) != prefix) return -1;
  std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
  return number;
}

bool starts_with(std::string_view name, std::string_view prefix) {
  return name.substr(0, prefix.size()) == prefix;
}

}  // namespace

void TokenCursor::expect(std::string_view mark_or_word) {
  if (!accept(mark_or_word)) fail(peek(), fmt::format("'{}'", mark_or_word));
}

Token TokenCursor::expect(TokenKind kind, std::string_view what) {
  if (peek().kind != kind) fail(peek(), what);
  return next();
}

std::string TokenCursor::where(const Token& token) const {
  return fmt::format("{}:{}:{}", file_, token.line, token.column);
}

void TokenCursor::fail(const Token& token, std::string_view expected) {
  const std::string found =
      token.kind == TokenKind::End ? "the file ends" : fmt::format("found '{}'", token.text);
  problems_.input(where(token), "FMT-02: " + found, std::string(expected));
  throw SyntaxStop{};
}

ArgumentType parse_argument_type(TokenCursor& cursor) {
  ArgumentType parsed;
  const Token type = cursor.expect(TokenKind::Type, "index or !sdscbundle.input_arg");
  if (type.text != "sdscbundle.input_arg") cursor.fail(type, "!sdscbundle.input_arg");
  cursor.expect("<");
  cursor.expect("index");
  while (cursor.accept(",")) {
    const Token key = cursor.expect(TokenKind::Word, "granularity or max_value");
    cursor.expect("=");
    const std::int64_t value = cursor.expect_number("a number");
    if (key.text == "granularity") parsed.granularity = value;
    if (key.text == "max_value") parsed.max_value = value;
  }
  cursor.expect(">");
  return parsed;
}

void classify_parameters(std::vector<Parameter>& parameters) {
  int unnamed = 0;
  for (Parameter& p : parameters) {
    const bool sized = p.granularity.has_value() || p.max_value.has_value();
    if (sized || starts_with(p.name, "sym_") || starts_with(p.name, "dim_"))
      p.kind = ParameterKind::Dimension;
    else if (starts_with(p.name, "pool"))
      p.kind = ParameterKind::Pool;
    else
      p.arg_index = number_after(p.name, "arg_") >= 0 ? number_after(p.name, "arg_") : unnamed;
    if (p.kind == ParameterKind::Argument) unnamed = p.arg_index + 1;
  }
}

}  // namespace spyre::bundle
