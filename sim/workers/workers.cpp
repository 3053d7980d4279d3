// Forks, collects answers from pipes as they come, and buries the dead.
#include "sim/workers/workers.hpp"

#include "models/base/error.hpp"
#include "sim/files/output_file.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <utility>

namespace spyre::workers {
namespace {

using Job = std::function<std::string(std::size_t)>;

constexpr int kPatience = 200;  // milliseconds between questions whether to stop

// The life of a child. A thrown exception becomes a message on the pipe like any answer, told apart
// by the exit code.
[[noreturn]] void work(const Job& job, std::size_t number, int pipe) {
  int code = 0;
  std::string text;
  try {
    text = job(number);
  } catch (const std::exception& e) {
    text = e.what();
    code = 1;
  }
  if (files::write_all(pipe, text) != 0) code = 1;
  ::_exit(code);
}

// One child and the reading end of its pipe. Kills what is still running when it goes.
class Worker {
 public:
  Worker(const Job& job, std::size_t number) : number_(number) {
    std::array<int, 2> ends{};
    ensure(::pipe(ends.data()) == 0, fmt::format("no pipe: {}", std::strerror(errno)));
    pipe_ = ends[0];
    const pid_t parent = ::getpid();
    child_ = ::fork();
    const int error = errno;
    if (child_ == 0) {
      die_with(parent);
      work(job, number, ends[1]);
    }
    ::close(ends[1]);
    if (child_ < 0) ::close(pipe_);
    ensure(child_ > 0, fmt::format("no new process: {}", std::strerror(error)));
  }
  ~Worker() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    bury();
  }
  Worker(Worker&& other) noexcept
      : number_(other.number_),
        pipe_(other.pipe_),
        child_(std::exchange(other.child_, 0)),
        text_(std::move(other.text_)) {}
  Worker& operator=(Worker&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(pipe_, other.pipe_);
    std::swap(child_, other.child_);
    std::swap(text_, other.text_);
    return *this;
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] int pipe() const { return pipe_; }

  // False at the end of the answer.
  bool read_more() {
    std::array<char, 4096> buffer{};
    const ssize_t n = ::read(pipe_, buffer.data(), buffer.size());
    if (n < 0) return errno == EINTR;
    text_.append(buffer.data(), static_cast<std::size_t>(n));
    return n > 0;
  }

  Answer finish() {
    const int status = bury();
    if (WIFSIGNALED(status))
      return {{}, fmt::format("its process was ended by signal {}", WTERMSIG(status))};
    if (WEXITSTATUS(status) != 0) return {{}, std::move(text_)};
    return {std::move(text_), {}};
  }

 private:
  int bury() {
    int status = 0;
    const pid_t child = std::exchange(child_, 0);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    ::close(pipe_);
    return status;
  }

  std::size_t number_;
  int pipe_ = -1;
  pid_t child_ = 0;
  std::string text_;
};

void wait_for_any(const std::vector<Worker>& workers, std::vector<pollfd>& polled) {
  polled.clear();
  for (const Worker& worker : workers) polled.push_back({worker.pipe(), POLLIN, 0});
  const int ready = ::poll(polled.data(), polled.size(), kPatience);
  ensure(ready >= 0 || errno == EINTR, fmt::format("waiting: {}", std::strerror(errno)));
}

// Hands out what there is while a place is free.
void fill(std::vector<Worker>& workers, std::size_t at_once, const Stream& stream) {
  while (workers.size() < std::max<std::size_t>(at_once, 1)) {
    const std::optional<std::size_t> number = stream.next();
    if (!number) return;
    workers.emplace_back(stream.job, *number);
  }
}

// Takes what has come; workers whose answer is complete are buried and told.
void collect(std::vector<Worker>& workers, const std::vector<pollfd>& polled,
             const Stream& stream) {
  for (std::size_t i = workers.size(); i-- > 0;) {
    if (polled[i].revents == 0 || workers[i].read_more()) continue;
    const std::size_t number = workers[i].number();
    Answer answer = workers[i].finish();
    workers.erase(workers.begin() + static_cast<std::ptrdiff_t>(i));
    stream.ended(number, std::move(answer));
  }
}

}  // namespace

void die_with(int parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
}

void run_stream(std::size_t at_once, const Stream& stream) {
  std::vector<Worker> workers;
  std::vector<pollfd> polled;
  for (fill(workers, at_once, stream); !workers.empty(); fill(workers, at_once, stream)) {
    wait_for_any(workers, polled);
    collect(workers, polled, stream);
    if (stream.stop && stream.stop()) return;
  }
}

std::vector<Answer> in_processes(std::size_t jobs, std::size_t at_once, const Job& job,
                                 const std::function<void(std::size_t)>& done) {
  std::vector<Answer> answers(jobs);
  std::size_t given = 0, ended = 0;
  const auto next = [&]() -> std::optional<std::size_t> {
    return given < jobs ? std::optional(given++) : std::nullopt;
  };
  const auto keep = [&](std::size_t number, Answer answer) {
    answers[number] = std::move(answer);
    ++ended;
    if (done) done(ended);
  };
  run_stream(at_once, {next, job, keep, {}});
  return answers;
}

}  // namespace spyre::workers
