// Looks for the card's data sheet.
#include "sim/target/default_config.hpp"

#include "models/base/error.hpp"

#include <cstdlib>

namespace spyre::target {

namespace fs = std::filesystem;

fs::path default_config() {
  const char* named = std::getenv("SPYRE_SIM_CONFIG");
  if (named != nullptr && *named != '\0') return named;
  std::error_code ignored;
  const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path installed =
      executable.parent_path().parent_path() / "share/spyre-sim/configs/spyre.yaml";
  for (const fs::path& place : {installed, fs::path(SPYRE_SOURCE_TREE) / "configs/spyre.yaml"})
    if (fs::is_regular_file(place, ignored)) return place;
  throw Error(ErrorKind::Config, installed.string(), "no data sheet of the card found",
              "a file there, or one named by SPYRE_SIM_CONFIG");
}

}  // namespace spyre::target
