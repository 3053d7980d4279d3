// What the parsers of a bundle's text share: a cursor over tokens, how to give up, and parts of the
// grammar that stand for themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/bundle/mlir.hpp"
#include "sim/bundle/mlir_tokens.hpp"

namespace spyre::bundle {

// Thrown after a syntax error has been recorded; nothing after it can be trusted.
struct SyntaxStop {};

class TokenCursor {
 public:
  TokenCursor(const std::string& file, std::vector<Token> tokens, Problems& problems)
      : file_(file), tokens_(std::move(tokens)), problems_(problems) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const Token& next() {
    const Token& token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  [[nodiscard]] bool is(std::string_view mark_or_word) const {
    const Token& token = peek();
    return (token.kind == TokenKind::Mark || token.kind == TokenKind::Word) &&
           token.text == mark_or_word;
  }
  bool accept(std::string_view mark_or_word) {
    if (!is(mark_or_word)) return false;
    next();
    return true;
  }
  void expect(std::string_view mark_or_word);
  Token expect(TokenKind kind, std::string_view what);
  std::int64_t expect_number(std::string_view what) {
    return expect(TokenKind::Number, what).number;
  }

  [[nodiscard]] std::string where(const Token& token) const;
  [[noreturn]] void fail(const Token& token, std::string_view expected);
  [[nodiscard]] Problems& problems() const { return problems_; }

 private:
  const std::string& file_;
  std::vector<Token> tokens_;
  Problems& problems_;
  std::size_t at_ = 0;
};

// "!sdscbundle.input_arg<index, granularity=64, max_value=512>"
struct ArgumentType {
  std::optional<std::int64_t> granularity, max_value;
};
ArgumentType parse_argument_type(TokenCursor& cursor);

// By what the type says, then by the generator's names; other names count as arguments in their
// order.
void classify_parameters(std::vector<Parameter>& parameters);

// "affine_map<(d0)[s0] -> (…)>" from behind the word affine_map.
AffineMap parse_affine_map(TokenCursor& cursor);

}  // namespace spyre::bundle
