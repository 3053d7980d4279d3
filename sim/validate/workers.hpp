// Jobs in processes of their own, several at once: the simulation kernel elaborates once per
// process.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace spyre::validate {

struct Answer {
  std::string text;   // what the job returned
  std::string fault;  // how its process ended, when it did not end well
};

// `job` gets the number of the job, in a fork of this process. `done` gets how many have ended, in
// this process. Answers come in the order of the jobs.
std::vector<Answer> in_processes(std::size_t jobs, std::size_t at_once,
                                 const std::function<std::string(std::size_t)>& job,
                                 const std::function<void(std::size_t)>& done = {});

}  // namespace spyre::validate
