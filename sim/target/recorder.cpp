// Keeps operations and kernels, and hands them to the worker that times them.
#include "sim/target/recorder.hpp"

#include "sim/target/worker.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace spyre::target {

const char* name(Recorder::Kind kind) {
  switch (kind) {
    case Recorder::Kind::HostCall: return "correction";
    case Recorder::Kind::Send: return "h2d";
    case Recorder::Kind::Fetch: return "d2h";
    case Recorder::Kind::Fill: return "fill";
    case Recorder::Kind::Compute: return "compute";
    case Recorder::Kind::Wait: return "wait";
  }
  return "";
}

Recorder::Recorder(const Settings& settings) : settings_(settings) {}

Recorder::~Recorder() {
  if (!settings_.timing || records_.empty()) return;
  try {
    run_worker(log().dump(), settings_.report);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "spyre-sim: error: report: %s\n", e.what());
  }
}

void Recorder::add_stream(int id, int priority) {
  const std::lock_guard lock(mutex_);
  priorities_[id] = priority;
}

void Recorder::add(const Record& record) {
  if (!settings_.timing) return;
  const std::lock_guard lock(mutex_);
  records_.push_back(record);
}

int Recorder::kernel(const std::string& name, std::uint64_t checksum, const Image& image) {
  if (!settings_.timing) return -1;
  const std::lock_guard lock(mutex_);
  const auto [entry, fresh] = by_checksum_.emplace(checksum, static_cast<int>(kernels_.size()));
  if (fresh) kernels_.push_back({name.empty() ? image.name : name, image.texts, {}});
  return entry->second;
}

void Recorder::add_findings(int kernel, const std::vector<check::Finding>& findings) {
  if (kernel < 0) return;
  const std::lock_guard lock(mutex_);
  for (const check::Finding& finding : findings)
    ++kernels_[static_cast<std::size_t>(kernel)].findings[finding.id];
}

nlohmann::json Recorder::log() const {
  using nlohmann::json;
  const std::lock_guard lock(mutex_);
  json streams = json::array(), kernels = json::array(), operations = json::array();
  for (const auto& [id, priority] : priorities_)
    streams.push_back({{"id", id}, {"priority", priority}});
  for (const Kernel& kernel : kernels_)
    kernels.push_back(
        {{"name", kernel.name}, {"files", kernel.texts}, {"findings", kernel.findings}});
  for (const Record& record : records_)
    operations.push_back({{"kind", name(record.kind)},
                          {"stream", record.stream},
                          {"bytes", record.bytes},
                          {"kernel", record.kernel}});
  return {{"schema", "spyre-sim/process-log/1"},
          {"streams", std::move(streams)},
          {"kernels", std::move(kernels)},
          {"operations", std::move(operations)}};
}

}  // namespace spyre::target
