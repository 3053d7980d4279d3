// Does every plan run in a process of its own, in order, with the first failure as the answer?
#include "sim/cli/each_plan.hpp"

#include "sim/cli/console.hpp"
#include "tests/support/catch.hpp"

#include <unistd.h>

#include <array>
#include <csignal>

using namespace spyre::cli;

TEST_CASE("one plan runs in the process itself", "[arithmetic]") {
  const Console console;
  const pid_t self = ::getpid();
  CHECK(for_each_plan(1, console, [=](std::size_t) { return ::getpid() == self ? 7 : 1; }) == 7);
}

TEST_CASE("several plans run one after another in processes of their own", "[arithmetic]") {
  const Console console;
  std::array<int, 2> pipe{};
  REQUIRE(::pipe(pipe.data()) == 0);
  const pid_t self = ::getpid();
  const int code = for_each_plan(3, console, [&](std::size_t plan) {
    const char name = static_cast<char>('a' + static_cast<char>(plan));
    return ::write(pipe[1], &name, 1) == 1 && ::getpid() != self ? 0 : 1;
  });
  CHECK(code == 0);
  std::string order(3, '\0');
  REQUIRE(::read(pipe[0], order.data(), 3) == 3);
  CHECK(order == "abc");
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST_CASE("the first code that is not zero is the answer and later plans still run",
          "[arithmetic]") {
  const Console console;
  const std::array<int, 4> codes{0, 3, 2, 0};
  CHECK(for_each_plan(4, console, [&](std::size_t plan) { return codes.at(plan); }) == 3);
}

TEST_CASE("a plan whose process is killed is an internal fault", "[arithmetic]") {
  const Console console;
  CHECK(for_each_plan(2, console,
                      [](std::size_t plan) { return plan == 0 ? std::raise(SIGKILL) : 0; }) == 1);
}
