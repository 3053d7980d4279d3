// Are faults of a schedule stopped as faults of ours?
#include "models/base/error.hpp"
#include "sim/run/run.hpp"
#include "tests/models/card.hpp"
#include "tests/run/programs.hpp"
#include "tests/support/catch.hpp"

namespace spyre::run {
namespace {

using program::Step;
using test::kBurst;

std::string internal_error(const program::Program& program) {
  try {
    simulate(program, test::card());
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::Internal);
    CHECK(exit_code(e.kind()) == 1);
    return e.what();
  }
  FAIL("the run finished");
  return {};
}

TEST_CASE("a phase that books more scratchpad than is free ends the run", "[chip]") {
  const params::ChipParams card = test::card();
  program::Operation op = test::read_only(2, 1);
  op.phases[0].staging_bytes = (card.lx.capacity - card.lx.reserved).count() + 1;
  CHECK_THAT(internal_error(test::program_of({op})), Catch::Contains("scratchpad"));
}

TEST_CASE("resident tensors count against the phases of their launch", "[chip]") {
  const params::ChipParams card = test::card();
  program::Operation op = test::read_only(2, 1);
  program::Program program = test::program_of({op});
  program.launches[0].resident_bytes =
      (card.lx.capacity - card.lx.reserved).count() - op.phases[0].staging_bytes + 1;
  CHECK_THAT(internal_error(program), Catch::Contains("scratchpad"));
}

TEST_CASE("scratchpad booked to the last byte is fine", "[chip]") {
  const params::ChipParams card = test::card();
  program::Operation op = test::read_only(2, 1);
  program::Program program = test::program_of({op});
  program.launches[0].resident_bytes =
      (card.lx.capacity - card.lx.reserved).count() - op.phases[0].staging_bytes;
  CHECK(simulate(program, card).kernel > Time{0});
}

TEST_CASE("a group whose members want different bytes ends the run", "[chip]") {
  Step load = test::load_step({0, kBurst}, kBurst);
  load.memory.groups = {{{0, 1}}};
  CHECK_THAT(internal_error(test::program_of({test::operation("shared", 2, {{{}, {load}, 0}})})),
             Catch::Contains("different bytes"));
}

}  // namespace
}  // namespace spyre::run
