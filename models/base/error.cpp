#include "models/base/error.hpp"

#include <algorithm>
#include <numeric>

namespace spyre {
namespace {

std::string message_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) {
    if (!text.empty()) text += '\n';
    text += p.where + ": " + p.what;
    if (!p.expected.empty()) text += " (expected " + p.expected + ")";
  }
  return text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row[b.size()];
}

}  // namespace

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Internal: return 1;
    case ErrorKind::Input:
    case ErrorKind::Config: return 2;
    case ErrorKind::Plan:
    case ErrorKind::Unsupported: return 3;
    case ErrorKind::Deadlock: return 4;
  }
  return 1;
}

Error::Error(ErrorKind kind, std::string where, std::string what, std::string expected)
    : Error(kind, std::vector<Problem>{{std::move(where), std::move(what), std::move(expected)}}) {}

Error::Error(ErrorKind kind, std::vector<Problem> problems)
    : std::runtime_error(message_of(problems)), kind_(kind), problems_(std::move(problems)) {}

void ensure(bool condition, std::string_view what) {
  if (!condition) throw Error(ErrorKind::Internal, "internal", std::string(what));
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t d = edit_distance(word, candidate);
    if (d < best_distance) { best_distance = d; best = candidate; }
  }
  return best;
}

}  // namespace spyre
