// Forks one child per plan and waits for it.
#include "sim/cli/each_plan.hpp"

#include "models/base/error.hpp"
#include "sim/cli/console.hpp"
#include "sim/workers/workers.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

namespace spyre::cli {
namespace {

int wait_for(pid_t child, std::size_t plan) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    ensure(errno == EINTR, fmt::format("waiting for plan {}: {}", plan, std::strerror(errno)));
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  throw Error(ErrorKind::Internal, fmt::format("plan {}", plan),
              fmt::format("its process was ended by signal {}", WTERMSIG(status)));
}

int in_child(std::size_t plan, const Console& console, const std::function<int(std::size_t)>& job) {
  const pid_t parent = ::getpid(), child = ::fork();
  ensure(child >= 0, fmt::format("no new process for plan {}: {}", plan, std::strerror(errno)));
  if (child == 0) {
    workers::die_with(parent);
    ::_exit(console.guarded([&] { return job(plan); }));
  }
  return wait_for(child, plan);
}

}  // namespace

int for_each_plan(std::size_t plans, const Console& console,
                  const std::function<int(std::size_t)>& job) {
  if (plans == 1) return job(0);
  int first = 0;
  for (std::size_t plan = 0; plan < plans; ++plan) {
    const int code = console.guarded([&] { return in_child(plan, console, job); });
    if (first == 0) first = code;
  }
  return first;
}

}  // namespace spyre::cli
