// Does the scratchpad refuse what does not fit, and does its port serve one access at a time?
#include "models/lx/lx.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "tests/models/parts.hpp"
#include "tests/support/catch.hpp"

namespace spyre::lx {
namespace {

struct LxBench {
  params::ChipParams card = test::card();
  test::Bench bench;
  Lx lx{"lx", bench.context(), card};
  [[nodiscard]] Bytes usable() const { return card.lx.capacity - card.lx.reserved; }
};

TEST_CASE("the backend's share is what the front end leaves, in whole sticks", "[arithmetic]") {
  const params::ChipParams card = test::card();
  CHECK(params::staging_bytes(card) == Bytes(406'272));  // 2 MiB - 64 KiB, a fifth of it
}

TEST_CASE("staging may fill what program and resident tensors leave", "[unit]") {
  LxBench b;
  b.lx.hold_resident(Bytes(1'000'000));
  CHECK_NOTHROW(b.lx.book_staging(b.usable() - Bytes(1'000'000)));
  CHECK(b.lx.staging() == b.usable() - Bytes(1'000'000));
}

TEST_CASE("one byte more than is free is a fault of the schedule", "[unit]") {
  LxBench b;
  b.lx.hold_resident(Bytes(1'000'000));
  try {
    b.lx.book_staging(b.usable() - Bytes(999'999));
    FAIL("booked too much");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::Internal);
  }
}

TEST_CASE("booked space is free again afterwards", "[unit]") {
  LxBench b;
  b.lx.book_staging(b.usable());
  b.lx.book_staging(Bytes(0));
  CHECK_NOTHROW(b.lx.book_staging(b.usable()));
}

TEST_CASE("the ledger remembers its peak", "[unit]") {
  LxBench b;
  b.lx.hold_resident(Bytes(1000));
  b.lx.book_staging(Bytes(500));
  b.lx.book_staging(Bytes(0));
  b.lx.hold_resident(Bytes(100));
  const std::vector<observe::Counter> counters = b.lx.counters();
  const auto peak = std::find_if(counters.begin(), counters.end(),
                                 [](const observe::Counter& c) { return c.name == "peak_bytes"; });
  REQUIRE(peak != counters.end());
  CHECK(peak->value == 1500);
}

TEST_CASE("accesses queue at the port", "[unit]") {
  LxBench b;
  const BytesPerSecond rate = b.card.lx.port_width * b.card.chip.core_clock;
  CHECK(b.lx.pass(Bytes(4096), nanoseconds(10)) == nanoseconds(10) + Bytes(4096) / rate);
  CHECK(b.lx.pass(Bytes(1024), nanoseconds(11)) ==
        nanoseconds(10) + Bytes(4096) / rate + Bytes(1024) / rate);
  CHECK(b.lx.passed() == Bytes(5120));
}

}  // namespace
}  // namespace spyre::lx
