// Sets up spdlog on standard error.
#include "sim/cli/log.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace spyre::cli {
namespace {

// In the order of spdlog's levels.
const std::vector<std::string>& level_names() {
  static const std::vector<std::string> names{"trace", "debug",    "info", "warn",
                                              "error", "critical", "off"};
  return names;
}

spdlog::level::level_enum level_of_environment() {
  const char* text = std::getenv("SPYRE_SIM_LOG");
  if (text == nullptr || *text == '\0') return spdlog::level::warn;
  const auto& names = level_names();
  const auto found = std::find(names.begin(), names.end(), std::string(text));
  if (found != names.end()) return static_cast<spdlog::level::level_enum>(found - names.begin());
  throw Error(ErrorKind::Config, "SPYRE_SIM_LOG", fmt::format("no log level '{}'", text),
              fmt::format("{}", fmt::join(names, ", ")));
}

}  // namespace

void start_log(int verbose, bool quiet) {
  spdlog::level::level_enum level = level_of_environment();
  if (quiet) level = std::max(level, spdlog::level::err);
  if (verbose == 1) level = std::min(level, spdlog::level::info);
  if (verbose > 1) level = std::min(level, spdlog::level::debug);
  auto logger = std::make_shared<spdlog::logger>("spyre-sim",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern("%n: %l: %v");
  logger->set_level(level);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace spyre::cli
