// Places operations in time.
#include "sim/target/timeline.hpp"

#include "models/base/error.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace spyre::target {
namespace {

using Kind = Step::Kind;

constexpr std::array<std::pair<const char*, Kind>, 6> kKinds{{{"correction", Kind::Correction},
                                                              {"h2d", Kind::Send},
                                                              {"d2h", Kind::Fetch},
                                                              {"fill", Kind::Fill},
                                                              {"compute", Kind::Compute},
                                                              {"wait", Kind::Wait}}};

class Clocks {
 public:
  Clocks(const std::vector<Time>& kernels, const params::Host& host)
      : kernels_(kernels), params_(host) {}

  Placed place(const Step& step) {
    switch (step.kind) {
      case Kind::Correction: return on_host(params_.correction);
      case Kind::Wait: return wait(step.stream);
      case Kind::Send: return send(step);
      case Kind::Fetch: return transfer(step, params_.d2h_rate);
      case Kind::Fill: return transfer(step, params_.h2d_rate);
      case Kind::Compute: return compute(step);
    }
    return {};
  }

 private:
  Placed on_host(Time duration) {
    const Time start = host_;
    host_ += duration;
    return {start, host_};
  }
  Placed wait(int stream) {
    const Time start = host_;
    host_ = std::max(host_, streams_[stream]);
    return {start, host_};
  }
  Placed send(const Step& step) {
    const Placed placed = transfer(step, params_.h2d_rate);
    host_ = placed.end;
    return placed;
  }
  Placed transfer(const Step& step, BytesPerSecond rate) {
    return on_device(step.stream, link_, params_.transfer_latency + step.bytes / rate);
  }
  Placed compute(const Step& step) {
    on_host(params_.launch);
    return on_device(step.stream, card_, kernels_.at(static_cast<std::size_t>(step.kernel)));
  }
  Placed on_device(int stream, Time& resource, Time duration) {
    const Time start = std::max({host_, streams_[stream], resource});
    resource = streams_[stream] = start + duration;
    return {start, resource};
  }

  const std::vector<Time>& kernels_;
  const params::Host& params_;
  Time host_{0}, link_{0}, card_{0};
  std::map<int, Time> streams_;
};

}  // namespace

std::vector<Placed> place_in_time(const std::vector<Step>& steps, const std::vector<Time>& kernels,
                                  const params::Host& host) {
  Clocks clocks(kernels, host);
  std::vector<Placed> placed;
  for (const Step& step : steps) placed.push_back(clocks.place(step));
  return placed;
}

Kind kind_named(const std::string& word) {
  for (const auto& [name, kind] : kKinds)
    if (word == name) return kind;
  throw Error(ErrorKind::Input, "process log", "kind '" + word + "'",
              "correction, h2d, d2h, fill, compute or wait");
}

}  // namespace spyre::target
