// Collects the facts of the machine that results leave out.
#include "sim/cli/timing_log.hpp"

#include "sim/report/json_text.hpp"

#include <fmt/chrono.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>

namespace spyre::cli {
namespace {

using report::Json;

#ifdef NDEBUG
constexpr const char* kBuild = "release";
#else
constexpr const char* kBuild = "debug";
#endif

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::int64_t peak_memory_bytes() {
  constexpr std::int64_t kib = 1024;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * kib;
}

Json seconds_json(const Stopwatch& watch) {
  Json json = Json::object();
  for (const auto& [step, seconds] : watch.seconds()) json[step] = seconds;
  return json;
}

std::string iso_time(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

}  // namespace

void Stopwatch::lap(const char* step) {
  const auto now = std::chrono::steady_clock::now();
  seconds_.emplace_back(step, std::chrono::duration<double>(now - last_).count());
  last_ = now;
}

TimingLog::TimingLog(const std::optional<std::string>& file) {
  if (file) file_.emplace(*file);
}

void TimingLog::append(const std::string& plan, const Stopwatch& watch, int exit_code) {
  if (!file_) return;
  const Json line{{"plan", plan},
                  {"started", iso_time(watch.started())},
                  {"host", host_name()},
                  {"version", SPYRE_VERSION},
                  {"build", kBuild},
                  {"exit_code", exit_code},
                  {"seconds", seconds_json(watch)},
                  {"peak_memory_bytes", peak_memory_bytes()}};
  file_->write(report::json_text(line, report::Layout::Line) + '\n');
}

void TimingLog::finish() {
  if (file_) file_->commit();
}

}  // namespace spyre::cli
