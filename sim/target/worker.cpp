// Starts the program that computes times.
#include "sim/target/worker.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <stdexcept>
#include <vector>

extern char** environ;

namespace spyre::target {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWorker = "spyre-process-times";

// The file that holds this code: the library, or a program linked with it.
fs::path own_file() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&run_worker), &info) == 0 || info.dli_fname == nullptr)
    throw std::runtime_error("the library does not know where it lies");
  return fs::canonical(info.dli_fname);
}

// Beside this file, or where an installed tree has it.
fs::path worker_file() {
  const fs::path folder = own_file().parent_path();
  for (const fs::path& place : {folder / kWorker, folder.parent_path() / "bin" / kWorker}) {
    std::error_code ignored;
    if (fs::is_regular_file(place, ignored)) return place;
  }
  throw std::runtime_error(
      fmt::format("no {} in {} (expected there or in ../bin)", kWorker, folder.string()));
}

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for the worker");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }

  [[nodiscard]] int reader() const { return ends_[0]; }
  void close_reader() { close_end(0); }
  void close_writer() { close_end(1); }

  // False when the other side does not read any more.
  bool write_all(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t n = write(ends_[1], text.data() + done, text.size() - done);
      if (n < 0 && errno != EINTR) return false;
      if (n > 0) done += static_cast<std::size_t>(n);
    }
    return true;
  }

 private:
  void close_end(int end) {
    if (ends_[end] >= 0) close(ends_[end]);
    ends_[end] = -1;
  }
  int ends_[2] = {-1, -1};
};

// A worker that ends early must not end this process.
class NoPipeSignal {
 public:
  NoPipeSignal() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~NoPipeSignal() { std::signal(SIGPIPE, before_); }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  void (*before_)(int);
};

pid_t start(const std::vector<std::string>& words, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw std::runtime_error(fmt::format("{}: {}", words.front(), std::strerror(error)));
  return child;
}

int ended(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

void run_worker(const std::string& log, const std::optional<fs::path>& report) {
  std::vector<std::string> words = {worker_file().string()};
  if (report) words.insert(words.end(), {"--report", report->string()});
  const NoPipeSignal quiet;
  Pipe pipe;
  const pid_t child = start(words, pipe.reader());
  pipe.close_reader();
  const bool taken = pipe.write_all(log);
  pipe.close_writer();
  const int status = ended(child);
  if (!taken || status != 0)
    throw std::runtime_error(fmt::format("{} ended with status {}", kWorker, status));
}

}  // namespace spyre::target
