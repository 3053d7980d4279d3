// Standard output for results, standard error for messages. Nothing is buffered, so that processes
// may be forked.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "models/base/error.hpp"

namespace spyre::cli {

class Console {
 public:
  Console();

  void forbid_colour() { colour_allowed_ = false; }
  void be_quiet() { quiet_ = true; }  // errors only
  [[nodiscard]] bool quiet() const { return quiet_; }
  [[nodiscard]] bool colour_output() const;  // standard output is a terminal that may be coloured
  [[nodiscard]] bool message_terminal() const;  // standard error is a terminal

  // A reader that went away is no error; a closed or full standard output throws Error{Input}.
  void print(std::string_view text);

  // One line: "spyre-sim: error: WHERE: WHAT (expected …)".
  void error(const Problem& problem) const;
  void warning(const Problem& problem) const;
  // As it is, to standard error.
  void message(std::string_view text) const;

  // Runs `body` and turns what it throws into messages and an exit code.
  int guarded(const std::function<int()>& body) const;

 private:
  void tell(const char* severity, const char* colour, const Problem& problem) const;

  bool colour_allowed_ = true, quiet_ = false, reader_left_ = false;
};

}  // namespace spyre::cli
