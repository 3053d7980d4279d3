// Do data operations move every element of a piece to its new place and change none?
#include "sim/execute/operations.hpp"

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

namespace spyre::execute {
namespace {

using plan::DataOp;
using plan::Piece;

Piece piece(std::map<std::string, std::int64_t> start, std::map<std::string, std::int64_t> size,
            int core, std::int64_t address) {
  Piece piece;
  piece.start = std::move(start);
  piece.size = std::move(size);
  piece.core = core;
  piece.address = address;
  return piece;
}

void put(Region& region, std::int64_t address, std::uint16_t word) {
  number::store_integer(plan::Format::SenInt8, word & 0xFF, region.at(address));
  number::store_integer(plan::Format::SenInt8, word >> 8, region.at(address + 1));
  region.define(address, 2);
}

std::uint16_t get(const Region& region, std::int64_t address) {
  return static_cast<std::uint16_t>(*region.at(address) | *region.at(address + 1) << 8);
}

// Row m, column n of a 64-column stick layout.
std::int64_t place(std::int64_t rows, std::int64_t m, std::int64_t n) {
  return (n / 64 * rows + m) * 128 + n % 64 * 2;
}

TEST_CASE("a stick copy gathers the pieces of several cores", "[unit]") {
  const plan::Plan plan;
  Machine machine(plan, {});
  DataOp op;
  op.name = "STCDPOpLx";
  op.layout = {"mb", "out"};
  op.stick_elements = {{"out", 64}};
  for (int core = 0; core < 2; ++core) {
    op.input.push_back(piece({{"mb", 2 * core}, {"out", 0}}, {{"mb", 2}, {"out", 64}}, core, 1024));
    for (std::int64_t m = 0; m < 2; ++m)
      for (std::int64_t n = 0; n < 64; ++n)
        put(machine.memory.lx(core), 1024 + place(2, m, n),
            static_cast<std::uint16_t>((2 * core + m) * 100 + n));
  }
  op.output.push_back(piece({{"mb", 1}, {"out", 0}}, {{"mb", 2}, {"out", 64}}, 5, 4096));
  run_data_operation(machine, op);
  int wrong = 0;
  for (std::int64_t m = 0; m < 2; ++m)
    for (std::int64_t n = 0; n < 64; ++n)
      wrong += get(machine.memory.lx(5), 4096 + place(2, m, n)) != (m + 1) * 100 + n;
  CHECK(wrong == 0);
  CHECK(machine.memory.lx(5).defined(4096, 256));
}

TEST_CASE("a stick transposition exchanges lanes and rows", "[unit]") {
  const plan::Plan plan;
  Machine machine(plan, {});
  DataOp op;
  op.name = "ReStickifyOpWithPTLx";
  op.kind = plan::DataOpKind::RestickifyPt;
  op.layout = {"mb", "in"};
  op.stick_elements = {{"in", 64}};
  op.output_layout = {"in", "mb"};
  op.output_stick_elements = {{"mb", 64}};
  op.input.push_back(piece({{"mb", 0}, {"in", 0}}, {{"mb", 64}, {"in", 64}}, 0, 0));
  op.output.push_back(piece({{"mb", 0}, {"in", 0}}, {{"mb", 64}, {"in", 64}}, 0, 16384));
  Region& lx = machine.memory.lx(0);
  for (std::int64_t m = 0; m < 64; ++m)
    for (std::int64_t n = 0; n < 64; ++n)
      put(lx, place(64, m, n), static_cast<std::uint16_t>(m * 64 + n));
  run_data_operation(machine, op);
  int wrong = 0;
  for (std::int64_t m = 0; m < 64; ++m)
    for (std::int64_t n = 0; n < 64; ++n) wrong += get(lx, 16384 + place(64, n, m)) != m * 64 + n;
  CHECK(wrong == 0);
}

TEST_CASE("a coordinate remap makes its moves with both strides", "[unit]") {
  const plan::Plan plan;
  Machine machine(plan, {});
  DataOp op;
  op.name = "LXCoordinateRemapOp";
  op.kind = plan::DataOpKind::CoordinateRemap;
  op.ranges.push_back({3, 4, 0, 1024, 128, 3, 256, 128});
  for (std::int64_t i = 0; i < 3; ++i)
    put(machine.memory.lx(3), i * 256, static_cast<std::uint16_t>(7 + i));
  run_data_operation(machine, op);
  for (std::int64_t i = 0; i < 3; ++i) CHECK(get(machine.memory.lx(4), 1024 + i * 128) == 7 + i);
  CHECK_FALSE(machine.memory.lx(4).written(1024 + 2, 1));  // what nobody wrote stays so
}

TEST_CASE("a move beyond the scratchpad is refused", "[unit]") {
  const plan::Plan plan;
  Machine machine(plan, {});
  DataOp op;
  op.kind = plan::DataOpKind::CoordinateRemap;
  op.ranges.push_back({0, 1, 0, kLxBytes - 64, 128, 1, 0, 0});
  CHECK_THROWS_AS(run_data_operation(machine, op), Error);
}

}  // namespace
}  // namespace spyre::execute
