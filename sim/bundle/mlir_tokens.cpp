// The lexical rules of bundle.mlir.
#include "sim/bundle/mlir_tokens.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace spyre::bundle {
namespace {

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Tokenizer {
 public:
  Tokenizer(const std::string& file, std::string_view text, Problems& problems)
      : file_(file), text_(text), problems_(problems) {}

  std::vector<Token> run() {
    while (!failed_ && skip_blank()) take();
    tokens_.push_back(start(TokenKind::End));
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char here(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] Token start(TokenKind kind) const {
    return {kind, {}, 0, line_, static_cast<int>(at_ - line_start_) + 1};
  }
  // Moves to the next token; false at the end of the text.
  bool skip_blank() {
    while (at_ < text_.size()) {
      const bool comment = here() == '/' && here(1) == '/';
      if (comment)
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (std::isspace(static_cast<unsigned char>(here())) == 0)
        return true;
      else
        advance();
    }
    return false;
  }
  void advance() {
    if (here() == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }
  void take() {
    const char c = here();
    if (c == '%')
      take_name(TokenKind::Value, 1);
    else if (c == '@')
      take_name(TokenKind::Symbol, 1);
    else if (c == '#')
      take_name(TokenKind::Map, 1);
    else if (c == '!')
      take_name(TokenKind::Type, 1);
    else if (c == '"')
      take_text();
    else if (is_digit(c) || (c == '-' && is_digit(here(1))))
      take_number();
    else if (is_name(c))
      take_name(TokenKind::Word, 0);
    else
      take_mark();
  }
  void take_name(TokenKind kind, std::size_t sigil) {
    Token token = start(kind);
    const std::size_t begin = at_ += sigil;
    while (is_name(here())) ++at_;
    token.text = text_.substr(begin, at_ - begin);
    if (token.text.empty()) return fail(token, "name is missing");
    tokens_.push_back(token);
  }
  void take_text() {
    Token token = start(TokenKind::Text);
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos ||
        text_.substr(at_, end - at_).find('\n') != std::string_view::npos) {
      return fail(token, "string does not end on its line");
    }
    token.text = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    tokens_.push_back(token);
  }
  void take_number() {
    Token token = start(TokenKind::Number);
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), token.number);
    if (error != std::errc{}) return fail(token, "number is out of range");
    token.text = text_.substr(at_, static_cast<std::size_t>(end - begin));
    at_ += token.text.size();
    tokens_.push_back(token);
  }
  void take_mark() {
    Token token = start(TokenKind::Mark);
    constexpr std::string_view kMarks = "(){}[]<>,:=+*-";
    const std::size_t length = here() == '-' && here(1) == '>' ? 2 : 1;
    if (kMarks.find(here()) == std::string_view::npos) return fail(token, "unexpected character");
    token.text = text_.substr(at_, length);
    at_ += length;
    tokens_.push_back(token);
  }
  void fail(const Token& token, const char* what) {
    problems_.input(fmt::format("{}:{}:{}", file_, token.line, token.column), what);
    failed_ = true;
  }

  const std::string& file_;
  std::string_view text_;
  Problems& problems_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  bool failed_ = false;
};

}  // namespace

std::vector<Token> tokenize(const std::string& file, std::string_view text, Problems& problems) {
  return Tokenizer(file, text, problems).run();
}

}  // namespace spyre::bundle
