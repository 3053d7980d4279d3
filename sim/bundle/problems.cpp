// Keeps the first problems of a read and counts the rest.
#include "sim/bundle/problems.hpp"

#include <fmt/format.h>

#include <utility>

namespace spyre::bundle {
namespace {

// More than a person reads; a damaged file can break the same rule thousands of times.
constexpr std::size_t kMostProblems = 100;

int gravity(ErrorKind kind) {
  if (kind == ErrorKind::Input) return 2;
  return kind == ErrorKind::Plan ? 1 : 0;
}

}  // namespace

void Problems::input(std::string where, std::string what, std::string expected) {
  add(ErrorKind::Input, std::move(where), std::move(what), std::move(expected));
}

void Problems::plan(std::string where, std::string what, std::string expected) {
  add(ErrorKind::Plan, std::move(where), std::move(what), std::move(expected));
}

void Problems::unsupported(std::string where, std::string what, std::string expected) {
  add(ErrorKind::Unsupported, std::move(where), std::move(what), std::move(expected));
}

void Problems::add(ErrorKind kind, std::string where, std::string what, std::string expected) {
  if (gravity(kind) > gravity(kind_)) kind_ = kind;
  if (problems_.size() == kMostProblems) {
    ++dropped_;
    return;
  }
  problems_.push_back({std::move(where), std::move(what), std::move(expected)});
}

void Problems::throw_if_any() const {
  if (problems_.empty()) return;
  std::vector<Problem> all = problems_;
  if (dropped_ > 0) all.push_back({"plan", fmt::format("{} more problems", dropped_), ""});
  throw Error(kind_, std::move(all));
}

}  // namespace spyre::bundle
