// The one exception type of the program: a category that decides the exit code, a place, and what is wrong there.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spyre {

// Exit codes of the command line (contract: 1 internal, 2 input/config, 3 plan rule or unsupported, 4 deadlock).
enum class ErrorKind { Internal, Input, Config, Plan, Unsupported, Deadlock };

int exit_code(ErrorKind kind);

// One problem: `where` is a path of file[:line[:column]] or file plus JSON pointer; `expected` may be empty.
struct Problem {
  std::string where;
  std::string what;
  std::string expected;
};

// All problems of one file or one plan, thrown together.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string where, std::string what, std::string expected = {});
  Error(ErrorKind kind, std::vector<Problem> problems);

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }

 private:
  ErrorKind kind_;
  std::vector<Problem> problems_;
};

// Invariants of the simulator itself; a violation is a bug of ours (exit code 1).
void ensure(bool condition, std::string_view what);

// The entry of `known` nearest to `word` by edit distance, or empty when nothing is near (distance over a third).
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace spyre
