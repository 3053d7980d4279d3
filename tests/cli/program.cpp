// Starts the executable through the shell with its two streams in files.
#include "tests/cli/program.hpp"

#include "tests/report/temporary.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <sstream>

namespace spyre::cli {

Answer spyre_sim(const std::string& arguments, const std::string& environment) {
  const report::TemporaryFolder folder;
  const std::string out = (folder / "out").string(), err = (folder / "err").string();
  const std::string command = "exec 2>" + err + " >" + out + "; " + environment +
                              " '" SPYRE_BINARY_DIR "/spyre-sim' " + arguments + " </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, report::content_of(out),
          report::content_of(err)};
}

std::string workload(const std::string& name) {
  return "'" SPYRE_SOURCE_DIR "/workloads/" + name + "'";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace spyre::cli
