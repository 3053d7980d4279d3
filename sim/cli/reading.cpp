// Takes the texts of problems apart.
#include "sim/cli/reading.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace spyre::cli {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

// Length of a rule id such as "FMT-03" that the text begins with before ": ", else 0.
std::size_t id_length(const std::string& text) {
  const auto dash = std::find_if_not(text.begin(), text.end(), is_capital);
  if (dash == text.begin() || dash == text.end() || *dash != '-') return 0;
  const auto end = std::find_if_not(dash + 1, text.end(), is_digit);
  const auto length = static_cast<std::size_t>(end - text.begin());
  return end != dash + 1 && text.compare(length, 2, ": ") == 0 ? length : 0;
}

void set_message(check::Finding& finding, const std::string& what) {
  const std::size_t length = id_length(what);
  finding.id = length == 0 ? "READ" : what.substr(0, length);
  finding.message = length == 0 ? what : what.substr(length + 2);
}

// "file#/pointer", "file:line" or "file:line:column"; a column is left out.
void set_place(check::Finding& finding, const std::string& where) {
  const std::size_t pointer = where.find("#/");
  finding.file = where.substr(0, pointer);
  if (pointer != std::string::npos) {
    finding.pointer = where.substr(pointer + 1);
    return;
  }
  const std::size_t colon = where.find(':', where.find_last_of('/') + 1);
  if (colon == std::string::npos || colon + 1 == where.size() || !is_digit(where[colon + 1]))
    return;
  finding.file = where.substr(0, colon);
  finding.line = std::atoi(where.c_str() + colon + 1);
}

}  // namespace

std::vector<check::Finding> findings_of(const Error& error) {
  std::vector<check::Finding> findings;
  for (const Problem& problem : error.problems()) {
    check::Finding finding;
    set_message(finding, problem.what);
    set_place(finding, problem.where);
    finding.expected = problem.expected;
    findings.push_back(finding);
  }
  return findings;
}

}  // namespace spyre::cli
