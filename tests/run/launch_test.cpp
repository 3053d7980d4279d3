// How do launches, transfers and host work line up in time?
#include "sim/run/run.hpp"
#include "tests/models/card.hpp"
#include "tests/run/programs.hpp"
#include "tests/support/catch.hpp"

namespace spyre::run {
namespace {

using observe::Result;

// One vector step of `elements` elements per launch.
program::Program launches(const std::vector<std::int64_t>& elements) {
  program::Program program;
  program.cores = 1;
  for (const std::int64_t n : elements) {
    program.launches.emplace_back();
    program.launches.back().operations = {
        test::operation("work", 1, {{{}, {test::vector_step(n)}, 0}})};
  }
  return program;
}

Time transfer(const params::Host& host, Bytes bytes, BytesPerSecond rate) {
  return host.transfer_latency + bytes / rate;
}

TEST_CASE("host work of the next launch hides behind the device", "[chip]") {
  const Result r = simulate(launches({10'000'000, 64}), test::card());
  const params::Host host = test::card().host;
  REQUIRE(r.launches[0].time > host.launch);
  CHECK(r.launches[0].start == host.launch);
  CHECK(r.launches[1].start == r.launches[0].start + r.launches[0].time);
  CHECK(r.host == host.launch);
  CHECK(r.kernel == r.launches[0].time + r.launches[1].time);
}

TEST_CASE("short launches wait for the host", "[chip]") {
  const Result r = simulate(launches({64, 64}), test::card());
  const params::Host host = test::card().host;
  REQUIRE(r.launches[0].time < host.launch);
  CHECK(r.launches[1].start == 2 * host.launch);
  CHECK(r.host == r.elapsed - r.kernel);
  CHECK(r.elapsed == 2 * host.launch + r.launches[1].time);
}

TEST_CASE("device time spans the transfers before and after", "[chip]") {
  program::Program program = launches({1000});
  program.launches[0].h2d = Bytes(3 << 20);
  program.launches[0].d2h = Bytes(1 << 20);
  const Result r = simulate(program, test::card());
  const params::Host host = test::card().host;
  const Time in = transfer(host, Bytes(3 << 20), host.h2d_rate);
  const Time out = transfer(host, Bytes(1 << 20), host.d2h_rate);
  CHECK(r.launches[0].start == host.launch + in);
  CHECK(r.device == in + r.kernel + out);
  CHECK(r.elapsed == host.launch + r.device);
}

TEST_CASE("without transfers device time is kernel time", "[chip]") {
  const Result r = simulate(launches({1000}), test::card());
  CHECK(r.device == r.kernel);
}

TEST_CASE("symbolic addresses cost a correction before the launch", "[chip]") {
  program::Program program = launches({1000});
  program.launches[0].correction = true;
  const Result r = simulate(program, test::card());
  const params::Host host = test::card().host;
  CHECK(r.launches[0].start ==
        host.launch + host.correction + transfer(host, host.correction_bytes, host.h2d_rate));
  CHECK(r.device == r.kernel + transfer(host, host.correction_bytes, host.h2d_rate));
}

}  // namespace
}  // namespace spyre::run
