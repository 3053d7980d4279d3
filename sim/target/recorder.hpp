// What a process asked of its card, kept for the report of its times.
//
// Times come from another process: the simulation kernel must not be loaded into programs that know
// nothing of it.
#pragma once

#include "sim/check/finding.hpp"
#include "sim/target/image.hpp"
#include "sim/target/settings.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace spyre::target {

class Recorder {
 public:
  enum class Kind : std::uint8_t { HostCall, Send, Fetch, Fill, Compute, Wait };
  struct Record {
    Kind kind = Kind::Compute;
    int stream = 0;
    std::uint64_t bytes = 0;
    int kernel = -1;
  };

  explicit Recorder(const Settings& settings);
  // Has the times computed and the report written.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void add_stream(int id, int priority);
  void add(const Record& record);
  // The number of a kernel; equal checksums are one kernel.
  int kernel(const std::string& name, std::uint64_t checksum, const Image& image);
  void add_findings(int kernel, const std::vector<check::Finding>& findings);

  // Everything so far, schema spyre-sim/process-log/1.
  [[nodiscard]] nlohmann::json log() const;

 private:
  struct Kernel {
    std::string name;
    std::map<std::string, std::string> texts;
    std::map<std::string, std::int64_t> findings;  // rule → how often
  };

  Settings settings_;
  mutable std::mutex mutex_;
  std::map<int, int> priorities_;  // of streams
  std::vector<Record> records_;
  std::vector<Kernel> kernels_;
  std::map<std::uint64_t, int> by_checksum_;
};

const char* name(Recorder::Kind kind);

}  // namespace spyre::target
