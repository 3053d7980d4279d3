#include "models/base/error.hpp"
#include "models/base/quantity.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;

TEST_CASE("cycle counts convert without drift and round up", "[arithmetic]") {
  const Hertz clock(1'100'000'000);
  CHECK((Cycles(1) / clock).count() == 910);  // 909.09 ps
  CHECK((Cycles(11) / clock).count() == 10'000);
  CHECK((Cycles(1'100'000'000) / clock).count() == kPicosPerSecond);
}

TEST_CASE("occupancy of a transfer rounds up to a picosecond", "[arithmetic]") {
  CHECK((Bytes(4096) / BytesPerSecond(80'000'000'000)).count() == 51'200);
  CHECK((Bytes(1) / BytesPerSecond(3)).count() == 333'333'333'334);
}

TEST_CASE("the nearest word is offered only when it is near", "[arithmetic]") {
  CHECK(nearest("dram.chanels", {"dram.channels", "dram.banks"}) == "dram.channels");
  CHECK(nearest("quux", {"dram.channels"}).empty());
}

TEST_CASE("an error carries every problem of a file", "[arithmetic]") {
  const Error e(ErrorKind::Config, {{"a.yaml:1", "unknown key", "x"}, {"a.yaml:2", "wrong unit", ""}});
  CHECK(std::string(e.what()) == "a.yaml:1: unknown key (expected x)\na.yaml:2: wrong unit");
  CHECK(exit_code(e.kind()) == 2);
}
