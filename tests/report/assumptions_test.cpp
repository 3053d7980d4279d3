// Does the report name the guessed parameters that acted, and only those?
#include "sim/report/assumptions.hpp"

#include "tests/report/example.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::report;

TEST_CASE("assumed parameters of busy units come first and idle units' ones are left out",
          "[arithmetic]") {
  const auto kept =
      assumptions_that_matter(example::context().assumptions, example::result().units);
  REQUIRE(kept.size() == 3);
  CHECK(kept.at(0).parameter == "pt.block_load");         // the array is busy for 3 us,
  CHECK(kept.at(1).parameter == "mover.issue_interval");  // the mover for 1 us,
  CHECK(kept.at(2).parameter == "dram.latency");  // the memory counts, the ring does nothing
}

TEST_CASE("the mover has acted when only loads of a group did", "[arithmetic]") {
  observe::UnitResult unit;
  unit.path = "chip.core3.group_load";
  unit.busy = nanoseconds(1);
  const std::vector<Assumption> all{{"mover.group_slots", "4", "assumed"}};
  CHECK(assumptions_that_matter(all, {unit}).size() == 1);
}

TEST_CASE("what the schedule assumes acts on the whole chip", "[arithmetic]") {
  const std::vector<Assumption> all{{"pt.block_load", "1", "assumed"},
                                    {"schedule.slab", "128", "assumed"}};
  const auto kept = assumptions_that_matter(all, example::result().units);
  REQUIRE(kept.size() == 2);
  CHECK(kept.at(0).parameter == "schedule.slab");
}
