// What does a program take over from its plan?
#include "sim/schedule/schedule.hpp"

#include "models/base/error.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/models/card.hpp"
#include "tests/schedule/traffic.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

using check::test::PlanMaker;

TEST_CASE("a launch keeps its name, repeats, host times and loops", "[arithmetic]") {
  PlanMaker maker = check::test::add_rows(64, 256, 2);
  maker.loop(7);
  plan::Launch& launch = maker.launch();
  launch.name = "kernel";
  launch.repeat = 40;
  launch.arguments.emplace_back().tensor = "in0";  // no chain
  launch.host.before = nanoseconds(5);
  launch.host.h2d = Bytes(100);
  launch.host.d2h = Bytes(200);
  launch.needs_correction = true;
  const program::Program program = make_program(maker.plan, test::card());
  const program::Launch& made = program.launches.front();
  CHECK(made.name == "kernel");
  CHECK(made.repeat == 40);
  CHECK(made.host_before == nanoseconds(5));
  CHECK(made.h2d == Bytes(100));
  CHECK(made.d2h == Bytes(200));
  CHECK(made.correction);
  REQUIRE(made.loops.size() == 1);
  CHECK(made.loops.front().trips == 7);
  CHECK(made.operations.front().loop_trips == std::vector<std::int64_t>{7});
}

TEST_CASE("a program needs the cores up to the highest its plan names", "[arithmetic]") {
  PlanMaker maker = check::test::add_rows(64, 256, 2);
  maker.last().cores = {3, 11};
  const program::Program program = make_program(maker.plan, test::card());
  CHECK(program.cores == 12);
  CHECK(program.launches.front().operations.front().cores == std::vector<int>{3, 11});
}

TEST_CASE("a core the card does not have is refused with its number", "[arithmetic]") {
  PlanMaker maker = check::test::add_rows(64, 256, 2);
  maker.last().cores = {0, 32};
  try {
    make_program(maker.plan, test::card());
    FAIL("core 32 was accepted");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::Plan);
    CHECK_THAT(e.what(), Catch::Contains("core 32"));
  }
}

TEST_CASE("the cores of one port alternate directions in that port's block", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const auto block_on = [&](std::vector<int> cores) {
    PlanMaker maker = check::test::matmul({"mb", 128, 2}, {"out", 64, 1}, {"in", 64, 1});
    maker.last().cores = std::move(cores);
    return make_program(maker.plan, card).launches.front().operations.front().direction_block;
  };
  const int second_port = static_cast<int>(card.chip.cores / card.hmi.ports);
  CHECK(block_on({0, second_port - 1}) == card.schedule.block.matmul_one_port);
  CHECK(block_on({0, second_port}) == card.schedule.block.matmul);
}

TEST_CASE("a row broadcast begins with longer blocks, an addition does not", "[arithmetic]") {
  const params::ChipParams card = test::card();
  REQUIRE(card.schedule.block.row_broadcast_in_step != card.schedule.block.other);
  PlanMaker maker = check::test::add_rows(64, 256, 2);
  const program::Program plain = make_program(maker.plan, card);
  CHECK(plain.launches.front().operations.front().in_step_block == card.schedule.block.plain);
  maker.last().tensors.at(1).dims.at(0).scale = -1;
  const program::Program broadcast = make_program(maker.plan, card);
  CHECK(broadcast.launches.front().operations.front().in_step_block == card.schedule.block.row_broadcast_in_step);
  CHECK(broadcast.launches.front().operations.front().direction_block == card.schedule.block.other);
}

TEST_CASE("matmuls drain at a rate of their own, other operations at the port's", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const program::Program matmul =
      make_program(check::test::matmul({"mb", 64, 1}, {"out", 64, 1}, {"in", 64, 1}).plan, card);
  CHECK(matmul.launches.front().operations.front().write_rate == card.hmi.write_drain);
  CHECK(matmul.launches.front().operations.front().kind == program::OperationKind::Matmul);
  CHECK(matmul.launches.front().operations.front().compute == program::Engine::Pt);
  const program::Program addition = make_program(check::test::add_rows(64, 256, 1).plan, card);
  CHECK(addition.launches.front().operations.front().write_rate == BytesPerSecond(0));
  CHECK(addition.launches.front().operations.front().compute == program::Engine::Sfp);
}

TEST_CASE("resident tensors hold LX up to the end of the highest", "[arithmetic]") {
  PlanMaker maker =
      check::test::add_rows(64, 256, 1, true);  // three tensors of 32 KiB, one after another
  const program::Program program = make_program(maker.plan, test::card());
  CHECK(program.launches.front().resident_bytes == 3 * 64 * 256 * 2);
}

TEST_CASE("addresses in a loop advance with its trips", "[arithmetic]") {
  PlanMaker maker = check::test::add_rows(64, 256, 1);
  maker.loop(4);
  for (plan::Tensor& t : maker.last().tensors) t.loop_stride = {1 << 16};
  const program::Program program = make_program(maker.plan, test::card());
  int streams = 0;
  for (const program::Step& s : program.launches.front().operations.front().phases.front().steps) {
    if (s.memory.tensor < 0) continue;
    CHECK(s.memory.trip_stride == std::vector<std::int64_t>{1 << 16});
    ++streams;
  }
  CHECK(streams == 3);
}

TEST_CASE("the buffers of the configuration are those of the program", "[arithmetic]") {
  params::ChipParams card = test::card();
  card.schedule.slab_buffers = 5;
  const program::Program program =
      make_program(check::test::matmul({"mb", 64, 1}, {"out", 64, 1}, {"in", 1024, 1}).plan, card);
  const program::Phase& phase = program.launches.front().operations.front().phases.front();
  CHECK(phase.staging_bytes ==
        5 * (64 + 64) * 128 * 2 + card.schedule.output_buffers * 64 * 64 * 4);
}

}  // namespace
}  // namespace spyre::schedule
