// Parses JSON text, and forgives what backend dumps write.
#include "sim/bundle/json.hpp"
#include "sim/bundle/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <utility>

namespace spyre::bundle {
namespace {

// Copies and comparisons of a tree recurse; real plans nest about twenty deep.
constexpr int kDeepest = 256;

std::size_t first_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') ++i;
    if (in_string) continue;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > kDeepest) return i;
  }
  return std::string_view::npos;
}

// The parser's message without its own prefix and position.
std::string reason(const std::string& message) {
  const std::size_t colon = message.find("syntax error");
  if (colon != std::string::npos) return message.substr(colon);
  const std::size_t bracket = message.find("] ");
  return bracket == std::string::npos ? message : message.substr(bracket + 2);
}

bool is_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Walks the text outside strings and writes null for bare words JSON does not know and for values
// left out.
class Repair {
 public:
  explicit Repair(const std::string& text) : text_(text) { out_.reserve(text.size()); }

  std::string run() {
    while (at_ < text_.size()) take();
    return std::move(out_);
  }

 private:
  void take() {
    const char c = text_[at_];
    if (c == '"') return take_string();
    if (is_word(c) || ((c == '-' || c == '+') && is_word(peek()))) return take_word();
    if ((c == ',' || c == '}' || c == ']') && value_missing(c)) out_ += "null";
    if (std::isspace(static_cast<unsigned char>(c)) == 0) last_ = c;
    out_ += c;
    ++at_;
  }
  [[nodiscard]] char peek() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }
  [[nodiscard]] bool value_missing(char next) const {
    return last_ == ':' || (last_ == ',' && next != '}') || (last_ == '[' && next == ',');
  }
  void take_string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    out_.append(text_, begin, at_ - begin);
    last_ = '"';
  }
  void take_word() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string word = text_.substr(begin, at_ - begin);
    out_ += word == "true" || word == "false" ? word : "null";
    last_ = 'w';
  }

  const std::string& text_;
  std::string out_;
  std::size_t at_ = 0;
  char last_ = '\0';  // last character that is no space
};

}  // namespace

std::unique_ptr<Json> parse_json(const std::string& file, const std::string& text,
                                 Problems& problems, bool* repaired) {
  const std::size_t deep = first_too_deep(text);
  if (deep != std::string_view::npos) {
    problems.input(position_of(file, text, deep), "nested too deeply",
                   fmt::format("at most {} levels", kDeepest));
    return nullptr;
  }
  try {
    return std::make_unique<Json>(Json::parse(text));
  } catch (const Json::parse_error& error) {
    if (repaired != nullptr) {
      Json again = Json::parse(Repair(text).run(), nullptr, false);
      if (!again.is_discarded()) {
        *repaired = true;
        return std::make_unique<Json>(std::move(again));
      }
    }
    const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0;
    problems.input(position_of(file, text, offset), "FMT-01: " + reason(error.what()));
    return nullptr;
  }
}

}  // namespace spyre::bundle
