// Does the report derive shares, bounds and utilisations from a result as the contract defines
// them?
#include "sim/report/report.hpp"

#include "models/base/error.hpp"
#include "sim/report/limit.hpp"
#include "sim/report/shares.hpp"
#include "tests/report/example.hpp"
#include "tests/support/catch.hpp"

#include <numeric>

using namespace spyre;
using namespace spyre::report;

namespace {

double share(const Operation& op, Bound bound) {
  return op.shares[static_cast<std::size_t>(bound)];
}

double seconds(Time t) { return static_cast<double>(t.count()) / 1e12; }

// One core operation that is stalled for all of its time, for one reason each.
observe::OperationResult stalled_for(observe::Stall reason) {
  observe::OperationResult m;
  m.cores = 1;
  m.time = nanoseconds(10);
  example::stalled(m.stalls, reason) = m.time;
  return m;
}

}  // namespace

TEST_CASE("shares are of cores times time and add up to one", "[arithmetic]") {
  const Operation matmul = example::report().kernels.at(0).operations.at(0);
  const double core_time = 2 * seconds(example::kMatmulTime);
  CHECK(share(matmul, Bound::Compute) == Approx(seconds(nanoseconds(3000)) / core_time));
  CHECK(share(matmul, Bound::Memory) == Approx(seconds(nanoseconds(4000)) / core_time));
  CHECK(share(matmul, Bound::Launch) == Approx(seconds(nanoseconds(1000)) / core_time));
  CHECK(std::accumulate(matmul.shares.begin(), matmul.shares.end(), 0.0) == Approx(1.0));
}

TEST_CASE("the bound is the largest share and compute wins a tie", "[arithmetic]") {
  CHECK(example::report().kernels.at(0).operations.at(0).bound == Bound::Memory);
  CHECK(example::report().kernels.at(0).operations.at(1).bound == Bound::Vector);
  Shares tie{};
  tie[static_cast<std::size_t>(Bound::Compute)] = tie[static_cast<std::size_t>(Bound::Drain)] = 0.5;
  CHECK(largest(tie) == Bound::Compute);
}

TEST_CASE("every stall reason is the bound of an operation that only stalls for it",
          "[arithmetic]") {
  for (int i = 0; i < observe::kStalls; ++i) {
    const auto reason = static_cast<observe::Stall>(i);
    const auto bound = largest(shares_of(stalled_for(reason)));
    REQUIRE(bound);
    CHECK(std::string(name(*bound)) == observe::kStallNames[static_cast<std::size_t>(i)]);
  }
}

TEST_CASE("an operation without time has no bound and no utilisation", "[arithmetic]") {
  observe::OperationResult m;
  m.cores = 4;
  CHECK_FALSE(largest(shares_of(m)));
  CHECK(utilisation_of({}, m, example::chip()).pt == 0.0);
}

TEST_CASE("utilisation is the part of the peak of the cores used", "[arithmetic]") {
  const Utilisation u = example::report().kernels.at(0).operations.at(0).utilisation;
  const params::ChipParams p = example::chip();
  const double cycles =
      seconds(example::kMatmulTime) * static_cast<double>(p.chip.core_clock.count());
  const double memory = 16 * 12.8e9 * seconds(example::kMatmulTime);
  CHECK(u.pt == Approx(2e6 / (example::kCores * 1024 * cycles)));
  CHECK(u.sfp == 0.0);
  CHECK(u.hmi_read == Approx(200'000 / memory));
  CHECK(u.hmi_write == Approx(50'000 / memory));
  CHECK(u.ring == Approx(500.0 / 4000.0));
}

TEST_CASE("the peak of the matrix array follows the operand's format", "[arithmetic]") {
  plan::Operation op;
  observe::OperationResult m;
  m.cores = 1;
  m.time = nanoseconds(1000);
  m.macs = 1024 * 500;
  const params::ChipParams p = example::chip();
  const double fp16 = utilisation_of(op, m, p).pt;
  CHECK(fp16 == Approx(0.5));
  op.format = plan::Format::Sen143Fp8;
  CHECK(utilisation_of(op, m, p).pt == Approx(fp16 / 2));
  op.format = plan::Format::SenInt8;
  CHECK(utilisation_of(op, m, p).pt == Approx(fp16 / 4));
  op.format = plan::Format::SenInt4;
  CHECK(utilisation_of(op, m, p).pt == Approx(fp16 / 8));
}

TEST_CASE("a utilisation above one is a fault of the simulator", "[arithmetic]") {
  observe::Result r = example::result();
  r.launches.at(0).operations.at(0).macs = 2 * 1024 * 4000 + 1;
  CHECK_THROWS_AS(make_report(example::plan(), r, example::chip(), {}), Error);
  r.launches.at(0).operations.at(0).macs -= 1;
  CHECK_NOTHROW(make_report(example::plan(), r, example::chip(), {}));
}

TEST_CASE("a result for an operation the plan lacks is a fault of the simulator", "[arithmetic]") {
  observe::Result r = example::result();
  r.launches.at(0).operations.at(1).operation = 2;
  CHECK_THROWS_AS(make_report(example::plan(), r, example::chip(), {}), Error);
}

TEST_CASE("the run is limited by the largest mean share weighted by time", "[arithmetic]") {
  const Report r = example::report();
  const std::optional<Limit> limit = limit_of(r);
  REQUIRE(limit);
  // memory: half of the matmul's 4 us, nothing of the add; compute: three eighths of the matmul
  CHECK(limit->bound == Bound::Memory);
  CHECK(limit->share == Approx(0.5 * 4 / 5));
  CHECK(limit->time == nanoseconds(2000));
  CHECK(limit->next == Bound::Compute);
  CHECK(limit->next_share == Approx(3.0 / 8 * 4 / 5));
  REQUIRE(limit->operation != nullptr);
  CHECK(limit->operation->index == 0);
}

TEST_CASE("totals are sums over all operations", "[arithmetic]") {
  const Totals totals = totals_of(example::report());
  CHECK(totals.read_bytes == 200'000 + 8192);
  CHECK(totals.written_bytes == 50'000 + 4096);
  CHECK(totals.macs == 2'000'000);
  CHECK(totals.elements == 2048);
}
