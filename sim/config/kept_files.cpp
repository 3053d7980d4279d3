// Looks for the files that come with the program.
#include "sim/config/kept_files.hpp"

#include "models/base/error.hpp"
#include "sim/config/config.hpp"

#include <cstdlib>
#include <vector>

namespace spyre::config {
namespace {

namespace fs = std::filesystem;

// Installed beside the executable, then in the source tree.
std::vector<fs::path> places_of(const std::string& file) {
  std::error_code ignored;
  const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
  return {executable.parent_path().parent_path() / "share/spyre-sim" / file,
          fs::path(SPYRE_SOURCE_TREE) / file};
}

std::optional<fs::path> found_file(const std::string& file) {
  std::error_code ignored;
  for (const fs::path& place : places_of(file)) {
    if (fs::is_regular_file(place, ignored)) return place;
  }
  return std::nullopt;
}

fs::path kept_file(const std::string& file, ErrorKind kind, const char* missing,
                   const char* expected) {
  const std::optional<fs::path> found = found_file(file);
  if (!found) throw Error(kind, places_of(file).front().string(), missing, expected);
  return *found;
}

}  // namespace

fs::path default_config() {
  const char* named = std::getenv("SPYRE_SIM_CONFIG");
  return named != nullptr && *named != '\0' ? fs::path(named) : kept_config();
}

fs::path kept_config() {
  return kept_file("configs/spyre.yaml", ErrorKind::Config, "no data sheet of the card found",
                   "a file there, or another named, as by SPYRE_SIM_CONFIG");
}

bool is_kept_card(const params::ChipParams& card) try {
  return config_hash(load({kept_config()}, {})) == config_hash(card);
} catch (const Error& error) {
  if (error.kind() == ErrorKind::Internal) throw;
  return false;  // a sheet of one's own does not need the one that comes with the program
}

std::optional<fs::path> kept_errors() { return found_file("workloads/measured/errors.csv"); }

std::vector<fs::path> default_tables() {
  std::vector<fs::path> tables;
  for (const char* file : {"sweep_calibration.csv", "granite_splits_calibration.csv"}) {
    tables.push_back(kept_file(std::string("workloads/measured/") + file, ErrorKind::Input,
                               "no table of measured times found",
                               "a file there, or another named"));
  }
  return tables;
}

}  // namespace spyre::config
