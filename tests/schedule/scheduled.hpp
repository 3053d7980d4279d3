// A kept plan and the program the schedule makes of it.
#pragma once

#include <filesystem>
#include <string>

#include "sim/bundle/read.hpp"
#include "sim/schedule/schedule.hpp"
#include "tests/models/card.hpp"
#include "tests/models/print.hpp"
#include "tests/support/catch.hpp"

namespace spyre::test {

struct Scheduled {
  explicit Scheduled(const std::string& workload)
      : plan(bundle::read_plan(std::filesystem::path(SPYRE_SOURCE_DIR) / "workloads" / workload)),
        program(schedule::make_program(plan, card())) {}

  // Calls `visit(operation of the plan, operation of the program)` for each of both.
  template <class Visit>
  void each(Visit visit) const {
    REQUIRE(program.launches.size() == plan.launches.size());
    for (std::size_t l = 0; l < plan.launches.size(); ++l) {
      REQUIRE(program.launches[l].operations.size() == plan.launches[l].operations.size());
      for (std::size_t o = 0; o < plan.launches[l].operations.size(); ++o) {
        visit(plan.launches[l].operations[o], program.launches[l].operations[o]);
      }
    }
  }

  plan::Plan plan;
  program::Program program;
};

}  // namespace spyre::test
