// Jobs in processes of their own, several at once: the simulation kernel elaborates once per
// process.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace spyre::workers {

struct Answer {
  std::string text;   // what the job returned
  std::string fault;  // how its process ended, when it did not end well
};

// Jobs that are made as places become free, so that memory holds those under way only.
struct Stream {
  // The next job; nothing when there is none, or none until another one has ended. Asked again
  // after every end; the stream is over when it has nothing and no job runs.
  std::function<std::optional<std::size_t>()> next;
  std::function<std::string(std::size_t)> job;            // in a fork of this process
  std::function<void(std::size_t number, Answer)> ended;  // in this process
  std::function<bool()> stop;  // asked several times a second; true kills what still runs
};
void run_stream(std::size_t at_once, const Stream& stream);

// `job` gets the number of the job, in a fork of this process. `done` gets how many have ended, in
// this process. Answers come in the order of the jobs.
std::vector<Answer> in_processes(std::size_t jobs, std::size_t at_once,
                                 const std::function<std::string(std::size_t)>& job,
                                 const std::function<void(std::size_t)>& done = {});

// Called in a fork: a child that nobody waits for any more should not go on.
void die_with(int parent);

}  // namespace spyre::workers
