// How much do the steps of a phase amount to, and where do their bursts lie?
#include "models/program/program.hpp"

#include "models/mover/bursts.hpp"
#include "tests/support/catch.hpp"

namespace spyre {
namespace {

using program::Phase;
using program::Runs;
using program::Step;
using program::WorkKind;

Step step_at(int depth, std::uint32_t first_only = 0) {
  Step s;
  s.depth = depth;
  s.first_only = first_only;
  return s;
}

std::vector<mover::BurstPiece> bursts(const Runs& runs, std::int64_t start, std::int64_t burst) {
  std::vector<mover::BurstPiece> pieces;
  program::MemoryWork work;
  work.runs = runs;
  mover::for_each_burst(work, false, start, burst,
                        [&](const mover::BurstPiece& p) { pieces.push_back(p); });
  return pieces;
}

TEST_CASE("a step runs once per iteration of the loops above it", "[arithmetic]") {
  const Phase phase{{3, 5, 7}, {}, 0};
  CHECK(phase.instances(step_at(0)) == 1);
  CHECK(phase.instances(step_at(1)) == 3);
  CHECK(phase.instances(step_at(3)) == 105);
}

TEST_CASE("a resident operand is loaded in the first round of the loops it stands still in",
          "[arithmetic]") {
  const Phase phase{{3, 5, 7}, {}, 0};
  CHECK(phase.instances(step_at(3, 0b001)) == 35);
  CHECK(phase.instances(step_at(3, 0b011)) == 7);
  CHECK(phase.instances(step_at(2, 0b010)) == 3);
  CHECK(phase.instances(step_at(1, 0b010)) == 3);  // the bit of a loop below the step means nothing
}

TEST_CASE("the tail of a loop comes once per round of the others", "[arithmetic]") {
  const Phase phase{{3, 5, 7}, {}, 0};
  CHECK(phase.tail_instances(step_at(3), 1) == 3 * 7);
  CHECK(phase.tail_instances(step_at(3), 2) == 3 * 5);
  CHECK(phase.tail_instances(step_at(2), 2) == 0);
  CHECK(phase.tail_instances(step_at(3), -1) == 0);
}

TEST_CASE("a resident operand has the tail of its own loop", "[arithmetic]") {
  const Phase phase{{3, 5}, {}, 0};
  CHECK(phase.tail_instances(step_at(2, 0b01), 1) == 1);
}

TEST_CASE("bytes and products count the tail by its own size", "[arithmetic]") {
  const Phase phase{{2, 4}, {}, 0};
  Step load = step_at(2);
  load.kind = WorkKind::Load;
  load.memory.runs.length = 4096;
  load.memory.tail.length = 1024;
  load.memory.tail_loop = 1;
  CHECK(phase.totals(load).memory_bytes == 2 * (3 * 4096 + 1024));
  CHECK(phase.totals(load).macs == 0);

  Step multiply = step_at(2);
  multiply.kind = WorkKind::Matmul;
  multiply.matmul = {16, 64, 128, 32, 1, program::CoreletSplit::M, 1, false};
  CHECK(phase.totals(multiply).macs == 2 * 16 * 64 * (3 * 128 + 32));
  CHECK(phase.totals(multiply).memory_bytes == 0);
}

TEST_CASE("runs repeat over three strides", "[arithmetic]") {
  Runs runs;
  runs.length = 128;
  runs.levels = {Runs::Level{2, 1000}, Runs::Level{3, 10'000}, Runs::Level{1, 0}};
  CHECK(runs.run_count() == 6);
  CHECK(runs.bytes() == 768);
  std::vector<std::int64_t> starts;
  for (const mover::BurstPiece& p : bursts(runs, 50, 4096)) starts.push_back(p.address);
  CHECK(starts == std::vector<std::int64_t>{50, 1050, 10'050, 11'050, 20'050, 21'050});
}

TEST_CASE("a long run is cut into bursts, of which only the first begins it", "[arithmetic]") {
  Runs runs;
  runs.length = 10'000;
  runs.levels[0] = {2, 65'536};
  const std::vector<mover::BurstPiece> pieces = bursts(runs, 256, 4096);
  REQUIRE(pieces.size() == 6);
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::int64_t run = 256 + 65'536 * static_cast<std::int64_t>(i / 3);
    CHECK(pieces[i].address == run + 4096 * static_cast<std::int64_t>(i % 3));
    CHECK(pieces[i].first_of_run == (i % 3 == 0));
    bytes += pieces[i].bytes;
  }
  CHECK(bytes == runs.bytes());
  CHECK(pieces[2].bytes == 10'000 - 2 * 4096);
}

TEST_CASE("short runs are collected into whole bursts where the step says so", "[arithmetic]") {
  program::MemoryWork work;
  work.strided_bursts = true;
  work.runs.length = 128;
  work.runs.levels[0] = {40, 1024};
  std::vector<mover::BurstPiece> pieces;
  mover::for_each_burst(work, false, 512, 4096,
                        [&](const mover::BurstPiece& p) { pieces.push_back(p); });
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0].bytes == 32 * 128);
  CHECK(pieces[1].bytes == 8 * 128);
  REQUIRE(pieces[0].parts.size() == 32);
  for (std::size_t i = 0; i < 32; ++i)
    CHECK(pieces[0].parts[i] == 512 + 1024 * static_cast<std::int64_t>(i));
  CHECK(pieces[1].parts.front() == 512 + 1024 * 32);
  CHECK(pieces[1].address == pieces[1].parts.front());
  CHECK(pieces[0].first_of_run);
  CHECK_FALSE(pieces[1].first_of_run);
}

TEST_CASE("runs too long to share a burst keep one of their own", "[arithmetic]") {
  program::MemoryWork work;
  work.strided_bursts = true;
  work.runs.length = 3000;
  work.runs.levels[0] = {3, 65'536};
  int pieces = 0;
  mover::for_each_burst(work, false, 0, 4096, [&](const mover::BurstPiece& p) {
    CHECK(p.bytes == 3000);
    CHECK(p.parts == std::vector<std::int64_t>{65'536 * pieces});
    ++pieces;
  });
  CHECK(pieces == 3);
}

TEST_CASE("an instance starts at its core's base plus loops plus trips", "[arithmetic]") {
  program::MemoryWork work;
  work.base = {1000, 2000};
  work.stride = {10, 7, 5};
  work.trip_stride = {100'000, 1'000'000};
  const engine::Position at{3, 2, 9};
  CHECK(mover::start_address(work, 1, {4, 6}, at, 2) ==
        2000 + 3 * 10 + 2 * 7 + 4 * 100'000 + 6 * 1'000'000);
  CHECK(mover::start_address(work, 0, {0, 0}, at, 3) == 1000 + 3 * 10 + 2 * 7 + 9 * 5);
}

}  // namespace
}  // namespace spyre
