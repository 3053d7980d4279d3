// Do jobs run in processes of their own, with answers in order whatever happens to them?
#include "sim/workers/workers.hpp"

#include "tests/support/catch.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <stdexcept>

using namespace spyre::workers;

TEST_CASE("answers come in the order of the jobs, each from another process", "[unit]") {
  const std::string self = std::to_string(::getpid());
  const std::vector<Answer> answers = in_processes(7, 3, [&](std::size_t i) {
    if (i == 0) ::usleep(20'000);  // ends after later ones
    return std::to_string(i) + (std::to_string(::getpid()) == self ? " same" : " other");
  });
  REQUIRE(answers.size() == 7);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    CHECK(answers[i].text == std::to_string(i) + " other");
    CHECK(answers[i].fault.empty());
  }
}

TEST_CASE("a job that throws, ends or is killed is a fault of its own", "[unit]") {
  const std::vector<Answer> answers = in_processes(4, 2, [](std::size_t i) -> std::string {
    if (i == 0) throw std::runtime_error("no such row");
    if (i == 1) std::raise(SIGKILL);
    if (i == 2) return std::string(200'000, 'x');  // more than a pipe holds
    return "well";
  });
  CHECK(answers[0].fault == "no such row");
  CHECK(answers[1].fault == "its process was ended by signal 9");
  CHECK(answers[2].text == std::string(200'000, 'x'));
  CHECK(answers[3].text == "well");
}

TEST_CASE("every end is counted", "[unit]") {
  std::vector<std::size_t> counts;
  in_processes(
      3, 8, [](std::size_t) { return std::string(); },
      [&](std::size_t done) { counts.push_back(done); });
  CHECK(counts == std::vector<std::size_t>{1, 2, 3});
  CHECK(in_processes(0, 2, [](std::size_t) { return std::string(); }).empty());
}

TEST_CASE("no process is left when the one that waits gives up", "[unit]") {
  const auto give_up = [](std::size_t) { throw std::runtime_error("enough"); };
  const auto work = [](std::size_t i) {
    if (i > 0) ::pause();
    return std::string();
  };
  CHECK_THROWS_WITH(in_processes(3, 3, work, give_up), "enough");
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
}

TEST_CASE("a stream makes jobs as places become free and waits for those that need another",
          "[unit]") {
  std::size_t given = 0, running = 0, most = 0;
  std::vector<std::size_t> ended;
  const auto next = [&]() -> std::optional<std::size_t> {
    const bool held = given == 2 && running > 0;  // the third one waits for all before it
    if (given == 5 || held) return std::nullopt;
    most = std::max(most, ++running);
    return given++;
  };
  const auto end = [&](std::size_t number, const Answer& answer) {
    --running;
    CHECK(answer.text == std::to_string(number));
    if (number >= 2) CHECK(ended.size() >= 2);
    ended.push_back(number);
  };
  run_stream(3, {next, [](std::size_t i) { return std::to_string(i); }, end, {}});
  CHECK(ended.size() == 5);
  CHECK(most == 3);
}

TEST_CASE("a stream that is stopped leaves no process", "[unit]") {
  std::size_t given = 0;
  run_stream(2, {[&] { return std::optional(given++); },
                 [](std::size_t) {
                   ::pause();
                   return std::string();
                 },
                 [](std::size_t, const Answer&) { FAIL("nothing ends"); }, [] { return true; }});
  CHECK(given == 2);
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
}
