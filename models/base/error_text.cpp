#include "models/base/error_text.hpp"

namespace spyre {

std::string one_line(const Error& error) {
  const Problem& first = error.problems().front();
  std::string text = first.where.empty() ? first.what : first.where + ": " + first.what;
  if (!first.expected.empty()) text += " (expected " + first.expected + ")";
  const std::size_t more = error.problems().size() - 1;
  return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

}  // namespace spyre
