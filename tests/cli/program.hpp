// Runs the built spyre-sim and looks at what it answers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spyre::cli {

struct Answer {
  int code = -1;
  std::string out, err;
};

// `arguments` go through a shell, after the path of the executable: redirections and quotes may be
// used.
Answer spyre_sim(const std::string& arguments, const std::string& environment = {});

// A plan of the source tree, quoted for the shell.
std::string workload(const std::string& name);

std::vector<std::string> lines_of(const std::string& text);

}  // namespace spyre::cli
