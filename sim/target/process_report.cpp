// Puts a process log and the times of its kernels together.
#include "sim/target/process_report.hpp"

#include "models/base/error.hpp"
#include "sim/config/config.hpp"
#include "sim/report/number_text.hpp"
#include "sim/target/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace spyre::target {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;
using report::microseconds;

struct Log {
  std::vector<Step> steps;
  std::vector<Time> kernels;
};

Step step_of(const json& item) {
  return {kind_named(item.at("kind").get<std::string>()), item.at("stream").get<int>(),
          Bytes(item.at("bytes").get<std::int64_t>()), item.at("kernel").get<int>()};
}

Log read_log(const json& log, const std::vector<Json>& kernels) {
  Log read;
  for (const json& item : log.at("operations")) read.steps.push_back(step_of(item));
  for (const Json& kernel : kernels) read.kernels.emplace_back(kernel.value("time_ps", 0LL));
  return read;
}

Json kernel_json(const json& logged, const Json& timed, Time time, std::int64_t launches) {
  const bool known = timed.contains("time_ps");
  Json kernel = {{"name", logged.at("name")},
                 {"launches", launches},
                 {"time_us", known ? Json(microseconds(time)) : Json(nullptr)},
                 {"total_us", known ? Json(microseconds(time * launches)) : Json(nullptr)},
                 {"interval", timed.value("interval", Json(nullptr))},
                 {"bound", timed.value("bound", Json(nullptr))},
                 {"operations", timed.value("operations", Json(nullptr))},
                 {"findings", logged.at("findings")}};
  if (timed.contains("error")) kernel["error"] = timed.at("error");
  return kernel;
}

Json kernels_json(const json& log, const Log& read, const std::vector<Json>& timed) {
  std::map<int, std::int64_t> launches;
  for (const Step& step : read.steps)
    if (step.kind == Step::Kind::Compute) ++launches[step.kernel];
  Json list = Json::array();
  const json& kernels = log.at("kernels");
  for (std::size_t i = 0; i < kernels.size(); ++i)
    list.push_back(
        kernel_json(kernels[i], timed[i], read.kernels[i], launches[static_cast<int>(i)]));
  return list;
}

Json timeline_json(const json& log, const Log& read, const std::vector<Placed>& placed) {
  Json list = Json::array();
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const json& item = log.at("operations")[i];
    Json entry = {{"kind", item.at("kind")}, {"stream", item.at("stream")}};
    if (read.steps[i].bytes.count() > 0) entry["bytes"] = read.steps[i].bytes.count();
    if (read.steps[i].kernel >= 0) entry["kernel"] = read.steps[i].kernel;
    entry["start_us"] = microseconds(placed[i].start);
    entry["end_us"] = microseconds(placed[i].end);
    list.push_back(std::move(entry));
  }
  return list;
}

Json times_json(const Log& read, const std::vector<Placed>& placed) {
  std::map<Step::Kind, Time> sums;
  Time end{0};
  for (std::size_t i = 0; i < placed.size(); ++i) {
    sums[read.steps[i].kind] += placed[i].end - placed[i].start;
    end = std::max(end, placed[i].end);
  }
  return {{"total_us", microseconds(end)},
          {"compute_us", microseconds(sums[Step::Kind::Compute])},
          {"h2d_us", microseconds(sums[Step::Kind::Send])},
          {"d2h_us", microseconds(sums[Step::Kind::Fetch])},
          {"fill_us", microseconds(sums[Step::Kind::Fill])},
          {"correction_us", microseconds(sums[Step::Kind::Correction])}};
}

}  // namespace

Json process_report(const json& log, const std::vector<Json>& kernels,
                    const params::ChipParams& chip) try {
  const Log read = read_log(log, kernels);
  const std::vector<Placed> placed = place_in_time(read.steps, read.kernels, chip.host);
  return {{"schema", "spyre-sim/process/1"},
          {"simulator", {{"version", SPYRE_VERSION}, {"config_hash", config::config_hash(chip)}}},
          {"time", times_json(read, placed)},
          {"kernels", kernels_json(log, read, kernels)},
          {"streams", log.at("streams")},
          {"timeline", timeline_json(log, read, placed)}};
} catch (const json::exception& e) {
  throw Error(ErrorKind::Input, "process log", e.what(), "schema spyre-sim/process-log/1");
}

std::string process_summary(const Json& report) {
  std::string text;
  for (const Json& kernel : report.at("kernels"))
    text += fmt::format(
        "{:>12} us  {:>6} x  {:<12} {}\n",
        kernel.at("time_us").is_null() ? "?" : report::fixed(kernel.at("time_us").get<double>(), 3),
        kernel.at("launches").get<std::int64_t>(),
        kernel.at("bound").is_null() ? "-" : kernel.at("bound").get<std::string>(),
        kernel.at("name").get<std::string>());
  const Json& time = report.at("time");
  return text +
         fmt::format(
             "compute {} us, transfers {} us, all {} us\n",
             report::fixed(time.at("compute_us").get<double>(), 3),
             report::fixed(time.at("h2d_us").get<double>() + time.at("d2h_us").get<double>(), 3),
             report::fixed(time.at("total_us").get<double>(), 3));
}

}  // namespace spyre::target
