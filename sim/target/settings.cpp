// Reads the environment.
#include "sim/target/settings.hpp"

#include "models/base/error.hpp"

#include <charconv>
#include <cstdlib>
#include <map>

namespace spyre::target {
namespace {

constexpr std::uint64_t kAllTensorSegments = std::uint64_t{7} << 34;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::uint64_t memory_of(const std::string& text) {
  if (text.empty()) return kAllTensorSegments;
  const std::optional<std::uint64_t> bytes = parse_bytes(text);
  if (bytes && *bytes > 0 && *bytes <= kAllTensorSegments) return *bytes;
  throw Error(ErrorKind::Config, "SPYRE_SIM_MEMORY", "'" + text + "'",
              "a size such as 6GiB, at most 112GiB");
}

void read_mode(const std::string& text, Settings& settings) {
  const std::string mode = !text.empty() ? text : settings.report.has_value() ? "both" : "values";
  if (mode != "values" && mode != "timing" && mode != "both")
    throw Error(ErrorKind::Config, "SPYRE_SIM_MODE", "'" + text + "'", "values, timing or both");
  settings.values = mode != "timing";
  settings.timing = mode != "values";
}

}  // namespace

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  static const std::map<std::string, int> kShifts = {{"", 0},     {"B", 0},    {"KiB", 10},
                                                     {"MiB", 20}, {"GiB", 30}, {"TiB", 40}};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  const auto used = static_cast<std::size_t>(end - text.data());
  const std::size_t unit = text.find_first_not_of(' ', used);
  const auto shift = kShifts.find(unit == std::string::npos ? "" : text.substr(unit));
  if (shift == kShifts.end() || number > UINT64_MAX >> shift->second) return std::nullopt;
  return number << shift->second;
}

Settings settings_from_environment() {
  Settings settings;
  settings.memory = memory_of(variable("SPYRE_SIM_MEMORY"));
  const std::string report = variable("SPYRE_SIM_REPORT");
  if (!report.empty()) settings.report = report;
  read_mode(variable("SPYRE_SIM_MODE"), settings);
  return settings;
}

}  // namespace spyre::target
