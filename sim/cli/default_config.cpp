// Looks for the default data sheet.
#include "sim/cli/default_config.hpp"

#include "models/base/error.hpp"

#include <cstdlib>
#include <vector>

namespace spyre::cli {
namespace {

namespace fs = std::filesystem;

fs::path beside_executable() {
  std::error_code ignored;
  const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
  return executable.parent_path().parent_path() / "share/spyre-sim/configs/spyre.yaml";
}

}  // namespace

fs::path default_config() {
  const char* named = std::getenv("SPYRE_SIM_CONFIG");
  if (named != nullptr && *named != '\0') return named;
  const std::vector<fs::path> places{beside_executable(),
                                     fs::path(SPYRE_SOURCE_TREE) / "configs/spyre.yaml"};
  std::error_code ignored;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, ignored)) return place;
  }
  throw Error(ErrorKind::Config, places.front().string(), "no data sheet of the card found",
              "a file there, or one named by --config or SPYRE_SIM_CONFIG");
}

}  // namespace spyre::cli
