// JSON documents as text with fixed notation of numbers: the same document is the same bytes
// everywhere.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace spyre::report {

using Json = nlohmann::ordered_json;

enum class Layout {
  Line,   // the whole document on one line
  Pretty  // two spaces per level; objects and arrays of plain values stay on one line
};

// Numbers have at most six decimals and never an exponent. No newline at the end.
std::string json_text(const Json& document, Layout layout);

}  // namespace spyre::report
