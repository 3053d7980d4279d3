// Does an outcome arrive as it was sent?
#include "sim/validate/outcome.hpp"

#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::validate;

TEST_CASE("a prediction arrives to the picosecond", "[arithmetic]") {
  const interval::Features features{{{"matmul", 0.75}, {"copy", 0.25}}, 16, 123.5};
  const Outcome sent{Source::Plan, Time(123'456'789'012'345), features, {}, {}};
  const Outcome arrived = decoded(encoded(sent));
  CHECK(arrived.features.shares == features.shares);
  CHECK(arrived.features.cores == 16);
  CHECK(arrived.features.launch_us == 123.5);
  CHECK(arrived.source == Source::Plan);
  CHECK(arrived.predicted == sent.predicted);
  CHECK_FALSE(arrived.fault);
}

TEST_CASE("a skipped row arrives with its reason", "[arithmetic]") {
  const Outcome arrived = decoded(encoded(skipped("no \"such\"\noperation", Source::Built)));
  CHECK(arrived.why == "no \"such\"\noperation");
  CHECK(arrived.source == Source::Built);
  CHECK_FALSE(arrived.predicted);
  CHECK_FALSE(arrived.fault);
}

TEST_CASE("a fault arrives with all its problems and tells the first", "[arithmetic]") {
  const Error error(ErrorKind::Deadlock, {{"core 3", "waits", "a burst"}, {"core 4", "waits", ""}});
  const Outcome arrived = decoded(encoded(failed(error, Source::Built)));
  CHECK(arrived.why == "core 3: waits (expected a burst) and 1 more");
  REQUIRE(arrived.fault);
  CHECK(arrived.fault->kind == ErrorKind::Deadlock);
  REQUIRE(arrived.fault->problems.size() == 2);
  CHECK(arrived.fault->problems[0].expected == "a burst");
  CHECK(arrived.fault->problems[1].where == "core 4");
}
