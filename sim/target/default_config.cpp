// Looks for the card's data sheet.
#include "sim/target/default_config.hpp"

#include "models/base/error.hpp"

#include <cstdlib>

namespace spyre::target {

namespace fs = std::filesystem;

fs::path kept_folder() {
  std::error_code ignored;
  const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
  fs::path installed = executable.parent_path().parent_path() / "share/spyre-sim";
  return fs::is_directory(installed, ignored) ? installed : fs::path(SPYRE_SOURCE_TREE);
}

fs::path default_config() {
  const char* named = std::getenv("SPYRE_SIM_CONFIG");
  if (named != nullptr && *named != '\0') return named;
  fs::path kept = kept_folder() / "configs/spyre.yaml";
  std::error_code ignored;
  if (fs::is_regular_file(kept, ignored)) return kept;
  throw Error(ErrorKind::Config, kept.string(), "no data sheet of the card found",
              "a file there, or one named by SPYRE_SIM_CONFIG");
}

}  // namespace spyre::target
