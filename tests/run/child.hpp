// Runs something in a process of its own and brings the answer back: SystemC elaborates once per
// process, and some tests compare several runs.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <stdexcept>
#include <type_traits>

#include "models/observe/result.hpp"
#include "sim/run/run.hpp"
#include "tests/models/print.hpp"

namespace spyre::test {

template <class Work>
auto in_child(Work work) -> decltype(work()) {
  using Answer = decltype(work());
  static_assert(std::is_trivially_copyable_v<Answer>);
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    int code = 0;
    try {
      const Answer answer = work();
      code = write(ends[1], &answer, sizeof answer) == sizeof answer ? 0 : 1;
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s\n", e.what());
      code = 1;
    }
    _exit(code);
  }
  close(ends[1]);
  Answer answer{};
  const bool complete = read(ends[0], &answer, sizeof answer) == sizeof answer;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (!complete) throw std::runtime_error("the child process gave no answer");
  return answer;
}

// What one run amounts to.
struct Figures {
  Time kernel{0};
  Bytes read{0}, written{0}, ring{0}, partial_sum{0};
  std::int64_t macs = 0, elements = 0;
};

inline Figures figures_of(const observe::Result& result) {
  Figures f;
  f.kernel = result.kernel;
  for (const observe::LaunchResult& launch : result.launches) {
    for (const observe::OperationResult& o : launch.operations) {
      f.read += o.read;
      f.written += o.written;
      f.ring += o.ring;
      f.partial_sum += o.partial_sum;
      f.macs += o.macs;
      f.elements += o.elements;
    }
  }
  return f;
}

inline Figures measure(const program::Program& program, const params::ChipParams& card) {
  return in_child([&] { return figures_of(run::simulate(program, card)); });
}

}  // namespace spyre::test
