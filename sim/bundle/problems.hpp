// Collects everything wrong in the files of a plan, so that one run names all of it.
#pragma once

#include <string>
#include <vector>

#include "models/base/error.hpp"

namespace spyre::bundle {

class Problems {
 public:
  // A file that cannot be read or parsed, or a value of the wrong type or range.
  void input(std::string where, std::string what, std::string expected = {});
  // A rule of the format that the plan breaks.
  void plan(std::string where, std::string what, std::string expected = {});
  // Legal, but not supported here.
  void unsupported(std::string where, std::string what, std::string expected = {});

  [[nodiscard]] bool empty() const { return problems_.empty(); }
  [[nodiscard]] std::size_t count() const { return problems_.size() + dropped_; }
  // Throws one Error; its kind is the gravest found: unreadable before broken before unsupported.
  void throw_if_any() const;

 private:
  void add(ErrorKind kind, std::string where, std::string what, std::string expected);

  std::vector<Problem> problems_;
  std::size_t dropped_ = 0;
  ErrorKind kind_ = ErrorKind::Unsupported;
};

}  // namespace spyre::bundle
