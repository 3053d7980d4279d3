// Does the host queue launches in order, after what has to reach the card first?
#include "models/host/host.hpp"

#include "tests/models/bench.hpp"
#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::host {
namespace {

using test::Bench;

struct HostBench {
  explicit HostBench(std::vector<program::Launch> launches) {
    program.launches = std::move(launches);
  }

  // Takes each launch as it is queued, spends `device_time` on it and notes when it was queued.
  void serve(test::Actor& device, Time device_time) {
    for (std::size_t l = 0; l < program.launches.size(); ++l) {
      host.queued().wait(device, static_cast<std::int64_t>(l) + 1);
      started.push_back(kernel::now());
      kernel::pause(device_time);
      host.finished().advance();
    }
  }
  Time run(Time device_time) {
    const test::Actor device("device", bench, [&](test::Actor& self) { serve(self, device_time); });
    return bench.run();
  }
  [[nodiscard]] Time transfer(Bytes bytes, BytesPerSecond rate) const {
    return params.transfer_latency + bytes / rate;
  }

  params::Host params = test::card().host;
  program::Program program;
  Bench bench;
  Host host{"host", bench.context(), params, program};
  std::vector<Time> started;
};

TEST_CASE("a launch reaches the device after the host's work", "[unit]") {
  program::Launch launch;
  launch.host_before = nanoseconds(3000);
  HostBench b({launch});
  b.run(Time{0});
  CHECK(b.started == std::vector<Time>{nanoseconds(3000) + b.params.launch});
  CHECK(b.host.first_transfer() == Time::max());
}

TEST_CASE("inputs and corrections go over PCIe before the device starts", "[unit]") {
  program::Launch launch;
  launch.h2d = Bytes(1 << 20);
  launch.correction = true;
  HostBench b({launch});
  b.run(Time{0});
  const Time inputs = b.transfer(launch.h2d, b.params.h2d_rate);
  const Time correction =
      b.params.correction + b.transfer(b.params.correction_bytes, b.params.h2d_rate);
  CHECK(b.started == std::vector<Time>{b.params.launch + inputs + correction});
  CHECK(b.host.first_transfer() == b.params.launch);
  CHECK(b.host.last_transfer_end() == b.started.front());
}

TEST_CASE("the host prepares the next launch while the device works", "[unit]") {
  HostBench b({program::Launch{}, program::Launch{}, program::Launch{}});
  const Time device = 3 * b.params.launch;
  b.run(device);
  const Time first = b.params.launch;
  CHECK(b.started == std::vector<Time>{first, first + device, first + 2 * device});
}

TEST_CASE("a short launch leaves the device waiting for the host", "[unit]") {
  HostBench b({program::Launch{}, program::Launch{}});
  b.run(nanoseconds(1));
  CHECK(b.started == std::vector<Time>{b.params.launch, 2 * b.params.launch});
}

TEST_CASE("results go back when the device has finished, and the host waits for them", "[unit]") {
  program::Launch first;
  first.d2h = Bytes(1 << 20);
  HostBench b({first, program::Launch{}});
  const Time device = nanoseconds(50'000);
  b.run(device);
  const Time back = b.params.launch + device + b.transfer(first.d2h, b.params.d2h_rate);
  CHECK(b.started == std::vector<Time>{b.params.launch, back + b.params.launch});
  CHECK(b.host.last_transfer_end() == back);
}

}  // namespace
}  // namespace spyre::host
