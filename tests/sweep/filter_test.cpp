// Does the filter keep what its text says?
#include "sim/sweep/filter.hpp"

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using sweep::Figures;
using sweep::Filter;

TEST_CASE("a filter compares figures and joins comparisons by and", "[unit]") {
  const Figures point{20, 30, "memory"};
  CHECK(Filter().keeps(point));
  CHECK(Filter("kernel_us < 20.5", "").keeps(point));
  CHECK_FALSE(Filter("kernel_us<20", "").keeps(point));
  CHECK(Filter("kernel_us <= 20 and device_us>=30", "").keeps(point));
  CHECK_FALSE(Filter("kernel_us <= 20 and device_us > 30", "").keeps(point));
  CHECK(Filter("bound == memory", "").keeps(point));
  CHECK_FALSE(Filter("bound != memory", "").keeps(point));
}

TEST_CASE("everything wrong with a filter is told at its place", "[unit]") {
  try {
    Filter("kernel_uss < five or bound", "spec.yaml:3:7");
    FAIL("no error");
  } catch (const Error& error) {
    REQUIRE(error.problems().size() == 4);
    CHECK(error.problems()[1].what == "keep: unknown figure kernel_uss");
    CHECK(error.problems()[1].expected == "kernel_us");
    for (const Problem& p : error.problems()) CHECK(p.where == "spec.yaml:3:7");
  }
}

TEST_CASE("what is no finite number keeps nothing apart", "[unit]") {
  for (const char* text : {"kernel_us < nan", "kernel_us > inf", "device_us != 1e999"}) {
    INFO(text);
    CHECK_THROWS_WITH(Filter(text, ""), Catch::Contains("is no number"));
  }
}
