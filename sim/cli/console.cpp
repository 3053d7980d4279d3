// Writes straight to the two descriptors and reports what goes wrong there.
#include "sim/cli/console.hpp"

#include "sim/files/output_file.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>

namespace spyre::cli {
namespace {

// A descriptor that came closed is taken by /dev/null, so that no file of ours ever becomes a
// standard stream. Standard output is taken for reading: a write to it fails as if it were closed.
void occupy(int descriptor, int flags) {
  if (::fcntl(descriptor, F_GETFD) >= 0) return;
  const int opened = ::open("/dev/null", flags);
  if (opened < 0 || opened == descriptor) return;
  ::dup2(opened, descriptor);
  ::close(opened);
}

}  // namespace

Console::Console() {
  std::signal(SIGPIPE, SIG_IGN);
  occupy(STDIN_FILENO, O_RDONLY);
  occupy(STDOUT_FILENO, O_RDONLY);
  occupy(STDERR_FILENO, O_WRONLY);
}

bool Console::colour_output() const { return colour_allowed_ && ::isatty(STDOUT_FILENO) == 1; }
bool Console::message_terminal() const { return ::isatty(STDERR_FILENO) == 1; }

void Console::print(std::string_view text) {
  if (reader_left_) return;
  const int error = files::write_all(STDOUT_FILENO, text);
  reader_left_ = error == EPIPE;
  if (error == 0 || reader_left_) return;
  throw Error(ErrorKind::Input, "standard output",
              fmt::format("cannot be written: {}", std::strerror(error)));
}

void Console::error(const Problem& problem) const { tell("error", "\x1b[31m", problem); }

void Console::warning(const Problem& problem) const {
  if (!quiet_) tell("warning", "\x1b[33m", problem);
}

void Console::message(std::string_view text) const { files::write_all(STDERR_FILENO, text); }

void Console::tell(const char* severity, const char* colour, const Problem& problem) const {
  const bool coloured = colour_allowed_ && message_terminal();
  message(fmt::format("spyre-sim: {}{}:{} {}{}{}{}\n", coloured ? colour : "", severity,
                      coloured ? "\x1b[0m" : "", problem.where, problem.where.empty() ? "" : ": ",
                      problem.what,
                      problem.expected.empty() ? "" : " (expected " + problem.expected + ")"));
}

int Console::guarded(const std::function<int()>& body) const {
  try {
    return body();
  } catch (const Error& e) {
    for (const Problem& problem : e.problems()) error(problem);
    return exit_code(e.kind());
  } catch (const std::bad_alloc&) {
    error({"internal", "out of memory", ""});
  } catch (const std::exception& e) {
    error({"internal", e.what(), ""});
  }
  return exit_code(ErrorKind::Internal);
}

}  // namespace spyre::cli
