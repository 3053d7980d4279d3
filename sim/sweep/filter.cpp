// Reads terms of three words each, joined by "and".
#include "sim/sweep/filter.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace spyre::sweep {
namespace {

const std::vector<std::string> kFigures{"kernel_us", "device_us", "bound"};
const std::vector<std::string> kComparisons{"<", "<=", ">", ">=", "==", "!="};
constexpr const char* kExample = "such as kernel_us < 5000";

enum class Sort { Space, Sign, Word };

Sort sort_of(char c) {
  if (std::isspace(static_cast<unsigned char>(c)) != 0) return Sort::Space;
  return std::string_view("<>=!").find(c) != std::string_view::npos ? Sort::Sign : Sort::Word;
}

// Runs of signs, and runs of everything else but space.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  Sort last = Sort::Space;
  for (const char c : text) {
    const Sort sort = sort_of(c);
    if (sort != Sort::Space && sort != last) words.emplace_back();
    if (sort != Sort::Space) words.back() += c;
    last = sort;
  }
  return words;
}

bool is_one_of(const std::string& word, const std::vector<std::string>& known) {
  return std::find(known.begin(), known.end(), word) != known.end();
}

bool is_number(const std::string& word, double& number) {
  char* end = nullptr;
  number = std::strtod(word.c_str(), &end);
  return !word.empty() && end == word.c_str() + word.size() && std::isfinite(number);
}

template <class Value>
bool compare(const Value& a, const std::string& comparison, const Value& b) {
  if (comparison == "<") return a < b;
  if (comparison == "<=") return a <= b;
  if (comparison == ">") return a > b;
  if (comparison == ">=") return a >= b;
  return (a == b) == (comparison == "==");
}

std::string figure_expected(const std::string& word) {
  const std::string near = nearest(word, kFigures);
  return near.empty() ? fmt::format("{}", fmt::join(kFigures, ", ")) : near;
}

}  // namespace

Filter::Filter(const std::string& text, const std::string& where) : text_(text) {
  const std::vector<std::string> words = words_of(text);
  std::vector<Problem> problems;
  const auto need = [&](bool holds, const std::string& what, const std::string& expected) {
    if (!holds) problems.push_back({where, "keep: " + what, expected});
  };
  need(words.size() % 4 == 3, "is no comparison, or several joined by and", kExample);
  for (std::size_t i = 0; i + 2 < words.size(); i += 4) {
    Term term{words[i], words[i + 1], words[i + 2], 0};
    need(is_one_of(term.figure, kFigures), fmt::format("unknown figure {}", term.figure),
         figure_expected(term.figure));
    need(is_one_of(term.comparison, kComparisons),
         fmt::format("unknown comparison {}", term.comparison),
         fmt::format("{}", fmt::join(kComparisons, ", ")));
    need(term.figure == "bound" || is_number(term.word, term.number),
         fmt::format("{} is no number", term.word), kExample);
    need(i + 3 >= words.size() || words[i + 3] == "and",
         fmt::format("found {}", i + 3 < words.size() ? words[i + 3] : ""),
         "and between comparisons");
    terms_.push_back(std::move(term));
  }
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
}

bool Filter::holds(const Term& term, const Figures& figures) {
  if (term.figure == "bound") return compare(figures.bound, term.comparison, term.word);
  const double value = term.figure == "kernel_us" ? figures.kernel_us : figures.device_us;
  return compare(value, term.comparison, term.number);
}

bool Filter::keeps(const Figures& figures) const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [&](const Term& term) { return holds(term, figures); });
}

}  // namespace spyre::sweep
