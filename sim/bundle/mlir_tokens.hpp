// Splits the text of a bundle into tokens with their positions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bundle/problems.hpp"

namespace spyre::bundle {

enum class TokenKind : std::uint8_t { Word, Value, Symbol, Map, Type, Number, Text, Mark, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  // without sigil or quotes; lives in the file's text
  std::int64_t number = 0;
  int line = 0, column = 0;
};

// Always ends with an End token. A character or number that cannot be read is recorded and ends the
// list.
std::vector<Token> tokenize(const std::string& file, std::string_view text, Problems& problems);

}  // namespace spyre::bundle
