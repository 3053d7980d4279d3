// Simulates a kept plan and prints everything that was measured: print_result WORKLOAD.
#include <cstdio>
#include <exception>
#include <filesystem>

#include "sim/bundle/read.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"
#include "tests/models/card.hpp"
#include "tests/run/result_text.hpp"

int main(int argc, char** argv) {
  using namespace spyre;
  if (argc != 2) return 2;
  try {
    const plan::Plan plan =
        bundle::read_plan(std::filesystem::path(SPYRE_SOURCE_DIR) / "workloads" / argv[1]);
    const params::ChipParams card = test::card();
    std::fputs(test::text_of(run::simulate(schedule::make_program(plan, card), card)).c_str(),
               stdout);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
