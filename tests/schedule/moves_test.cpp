// Do moves between scratchpads hand over what the divisions say, in as many runs as the layout
// needs?
#include "sim/schedule/policies.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

using program::RingTransfer;

constexpr std::int64_t kRows = 256, kSticks = 16, kCores = 4;

// A tensor that each core holds all rows of, and a fourth of the columns.
void divide_by_columns(plan::Operation& operation, plan::Tensor& tensor) {
  tensor.dims[0].core_factor = 1;
  tensor.dims[0].elements = {{kRows, 1}};
  tensor.dims[1].core_factor = kCores;
  tensor.dims[1].core_alpha = kSticks / kCores * 64;
  tensor.dims[1].elements = {{kSticks / kCores, 64}, {64, 1}};
  tensor.own_slice.emplace();
  for (std::int64_t c = 0; c < std::ssize(operation.cores); ++c)
    tensor.own_slice->push_back({0, c});
}

// A shuffle of a tensor in LX: rows over the cores on one side, columns on the other.
plan::Operation shuffle_between(bool from_columns) {
  plan::Operation operation = check::test::add_rows(kRows, kSticks * 64, kCores, true).last();
  operation.op = plan::OpCode::Shuffle;
  operation.inputs = {0};
  operation.outputs = {2};
  divide_by_columns(operation, operation.tensors[from_columns ? 0 : 2]);
  return operation;
}

std::vector<std::vector<RingTransfer>> transfers_of(const plan::Operation& operation) {
  const params::ChipParams card = test::card();
  return shuffle(operation, {card, 0, {}, false, false, nullptr}).at(0).steps.at(0).ring.per_core;
}

TEST_CASE("rows become columns in one run from each core", "[arithmetic]") {
  const auto per_core = transfers_of(shuffle_between(false));
  REQUIRE(std::ssize(per_core) == kCores);
  for (const auto& received : per_core) {
    REQUIRE(std::ssize(received) == kCores);
    for (int from = 0; from < kCores; ++from) {
      const RingTransfer& t = received[static_cast<std::size_t>(from)];
      CHECK(t.source == from);
      CHECK(t.bytes == kRows / kCores * (kSticks / kCores) * 128);
      CHECK(t.runs == 1);  // all rows a core holds, one column after the other
    }
  }
}

TEST_CASE("columns become rows in one run per column", "[arithmetic]") {
  const auto per_core = transfers_of(shuffle_between(true));
  REQUIRE(std::ssize(per_core) == kCores);
  for (const auto& received : per_core) {
    REQUIRE(std::ssize(received) == kCores);
    for (const RingTransfer& t : received) {
      CHECK(t.bytes == kRows / kCores * (kSticks / kCores) * 128);
      CHECK(t.runs == kSticks / kCores);
    }
  }
}

TEST_CASE("what every core holds comes from the first that does", "[arithmetic]") {
  plan::Operation operation = shuffle_between(false);
  plan::Tensor& source = operation.tensors[0];
  source.dims[0].core_factor = 1;
  source.dims[0].elements = {{kRows, 1}};
  for (const auto& received : transfers_of(operation)) {
    REQUIRE(received.size() == 1);
    CHECK(received[0].source == 0);
    CHECK(received[0].bytes == kRows * (kSticks / kCores) * 128);
  }
}

plan::Piece piece(int core, std::int64_t first_row, std::int64_t rows) {
  plan::Piece p;
  p.core = core;
  p.start = {{"mb", first_row}, {"out", 0}};
  p.size = {{"mb", rows}, {"out", 128}};
  return p;
}

// An addition on two cores with a copy that gives core 1 the upper half of core 0's rows.
plan::Operation with_copy(bool before) {
  plan::Operation operation = check::test::add_rows(64, 128, 2, true).last();
  plan::DataOp copy;
  copy.layout = {"mb", "out"};
  copy.stick_elements = {{"out", 64}};
  copy.input = {piece(0, 0, 32)};
  copy.output = {piece(1, 16, 16)};
  operation.data_ops = {copy};
  const plan::ScheduleRow move{0, -1, 0, 0}, compute{-1, 0, 0, 0};
  const std::vector<plan::ScheduleRow> rows =
      before ? std::vector{move, compute} : std::vector{compute, move};
  operation.schedule = {rows, rows};
  return operation;
}

TEST_CASE("a data operation moves the overlap of its pieces", "[arithmetic]") {
  const std::vector<program::Phase> phases = data_operations(with_copy(true), true);
  REQUIRE(phases.size() == 1);
  const auto& per_core = phases[0].steps.at(0).ring.per_core;
  CHECK(per_core[0].empty());
  REQUIRE(per_core[1].size() == 1);
  CHECK(per_core[1][0].source == 0);
  CHECK(per_core[1][0].bytes == 16 * 2 * 128);  // 16 rows of two sticks
  CHECK(per_core[1][0].runs == 2);              // half of the rows: a run per stick column
}

TEST_CASE("a data operation stands where the schedule rows put it", "[arithmetic]") {
  CHECK(data_operations(with_copy(true), false).empty());
  CHECK(data_operations(with_copy(false), true).empty());
  CHECK(data_operations(with_copy(false), false).size() == 1);
}

TEST_CASE("an explicit range moves its count of runs", "[arithmetic]") {
  plan::Operation operation = with_copy(true);
  operation.data_ops[0].input.clear();
  plan::RemapRange range;
  range.source_core = 1;
  range.destination_core = 0;
  range.bytes = 256;
  range.count = 5;
  operation.data_ops[0].ranges = {range};
  const std::vector<program::Phase> phases = data_operations(operation, true);
  REQUIRE(phases.size() == 1);
  const auto& received = phases[0].steps.at(0).ring.per_core[0];
  REQUIRE(received.size() == 1);
  CHECK(received[0].source == 1);
  CHECK(received[0].bytes == 5 * 256);
  CHECK(received[0].runs == 5);
}

}  // namespace
}  // namespace spyre::schedule
