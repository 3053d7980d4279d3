// Do loops, runs and chunks describe what they are laid over?
#include "sim/schedule/nest.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

// A stream with `strides` along its loops.
program::MemoryWork moving(std::initializer_list<std::int64_t> strides) {
  program::MemoryWork work;
  std::copy(strides.begin(), strides.end(), work.stride.begin());
  return work;
}

TEST_CASE("runs in pieces hold the same bytes in the same order", "[arithmetic]") {
  program::Runs runs;
  runs.length = 512;
  runs.levels[0] = {3, 4096};
  const program::Runs pieces = in_pieces(runs, 128);
  CHECK(pieces.length == 128);
  CHECK(pieces.levels[0].count == 4);
  CHECK(pieces.levels[0].stride == 128);
  CHECK(pieces.levels[1].count == 3);
  CHECK(pieces.levels[1].stride == 4096);
  CHECK(pieces.bytes() == runs.bytes());
}

TEST_CASE("runs whose levels are all taken stay whole", "[arithmetic]") {
  program::Runs runs;
  runs.length = 512;
  runs.levels = {{{2, 1024}, {2, 4096}, {2, 16384}}};
  CHECK(in_pieces(runs, 128).length == 512);
}

TEST_CASE("a chunk is the largest divisor within the limit", "[arithmetic]") {
  CHECK(chunk_of(64, 32) == 32);
  CHECK(chunk_of(96, 32) == 32);
  CHECK(chunk_of(40, 32) == 20);
  CHECK(chunk_of(60, 32) == 30);
  CHECK(chunk_of(17, 32) == 17);
  CHECK(chunk_of(0, 32) == 1);
}

TEST_CASE("a chunk that would be under half the limit is the limit with a tail", "[arithmetic]") {
  CHECK(chunk_of(37, 32) == 32);
  CHECK(chunk_of(2 * 47, 32) == 32);
  CHECK(chunk_of(3 * 31, 32) == 31);
}

TEST_CASE("repetition that continues a run makes it longer", "[arithmetic]") {
  program::Runs runs;
  runs.length = 128;
  add_level(runs, 8, 128);
  CHECK(runs.length == 1024);
  CHECK(runs.run_count() == 1);
  add_level(runs, 4, 1024);
  CHECK(runs.length == 4096);
}

TEST_CASE("repetition with gaps is a level, innermost first", "[arithmetic]") {
  program::Runs runs;
  runs.length = 128;
  add_level(runs, 8, 4096);
  add_level(runs, 1, 77);  // once is no repetition
  add_level(runs, 2, 128);
  CHECK(runs.length == 128);
  CHECK(runs.levels[0].count == 8);
  CHECK(runs.levels[0].stride == 4096);
  CHECK(runs.levels[1].count == 2);
  CHECK(runs.levels[1].stride == 128);
  CHECK(runs.bytes() == 8 * 2 * 128);
}

TEST_CASE("a step holds three levels of runs and says when that is too few", "[arithmetic]") {
  program::Runs runs;
  runs.length = 128;
  for (const std::int64_t stride : {1000, 100'000, 10'000'000}) add_level(runs, 2, stride);
  CHECK_THROWS_AS(add_level(runs, 2, 1'000'000'000), Error);
}

TEST_CASE("a stream runs under the loops down to the innermost it moves along", "[arithmetic]") {
  CHECK(moving_depth(moving({8, 4, 2}), 3) == 3);
  CHECK(moving_depth(moving({8, 4, 0}), 3) == 2);
  CHECK(moving_depth(moving({8, 0, 2}), 3) == 3);
  CHECK(moving_depth(moving({0, 0, 0}), 3) == 0);
}

TEST_CASE("loops a stream stands still in are marked", "[arithmetic]") {
  CHECK(standing_loops(moving({8, 4, 2}), 3) == 0);
  CHECK(standing_loops(moving({0, 4, 2}), 3) == 0b001);
  CHECK(standing_loops(moving({8, 0, 2}), 3) == 0b010);
  CHECK(standing_loops(moving({0, 0, 2}), 2) == 0b011);
}

// Two dimensions: rows, and columns of which 64 make a unit of the nest.
Operand operand(std::int64_t row_stride, std::int64_t column_stride, std::int64_t column_unit) {
  Operand o;
  o.stride = {row_stride, column_stride};
  o.unit = {1, column_unit};
  return o;
}

TEST_CASE("a stream advances by the units of each loop", "[arithmetic]") {
  const Nest nest{{{1, 4, 1}, {0, 16, 32}}, {1, 64}};
  CHECK(nest.extents() == std::vector<std::int64_t>{4, 16});
  program::MemoryWork work;
  lay_over(nest, operand(128, 65'536, 64), work);
  CHECK(work.stride[0] == 65'536);
  CHECK(work.stride[1] == 32 * 128);
}

TEST_CASE("a wider format takes several sticks per unit of the nest", "[arithmetic]") {
  const Nest nest{{{1, 4, 1}}, {1, 64}};
  const Operand fp32 = operand(128, 65'536, 32);
  CHECK(units_within(nest, fp32, 1) == 2);
  CHECK(unit_stride(nest, fp32, 1) == 2 * 65'536);
  CHECK(units_within(nest, operand(128, 65'536, 64), 1) == 1);
}

}  // namespace
}  // namespace spyre::schedule
