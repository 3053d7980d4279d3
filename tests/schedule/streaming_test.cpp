// Do element-wise operations, reductions and copies walk their tensors in the order and chunks that
// the policy states?
#include "sim/schedule/schedule.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/models/card.hpp"
#include "tests/schedule/sticks.hpp"
#include "tests/schedule/traffic.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

using check::test::operation;
using check::test::PlanMaker;
using check::test::TensorSpec;
using plan::OpCode;
using program::Step;
using program::WorkKind;
using Order = std::vector<std::string>;

// (mb, out) of `rows` rows and `sticks` sticks, rows over `cores` cores.
PlanMaker made(OpCode op, std::int64_t rows, std::int64_t sticks, std::int64_t cores,
               const std::vector<TensorSpec>& inputs, const TensorSpec& output) {
  PlanMaker maker;
  maker.add(operation(op, {{"mb", rows, cores}, {"out", 64 * sticks, 1}}));
  for (const TensorSpec& t : inputs) maker.input(t);
  maker.output(output);
  return maker;
}

TensorSpec tensor(const std::map<std::string, int>& scale = {},
                  const Order& order = {"mb", "out"}) {
  TensorSpec t;
  t.order = order;
  t.stick = "out";
  t.scale = scale;
  return t;
}

// The first operation of a plan and of its program.
struct One {
  explicit One(PlanMaker plan_maker, const params::ChipParams& card = test::card())
      : maker(std::move(plan_maker)), program(make_program(maker.plan, card)) {}

  [[nodiscard]] const plan::Operation& plan() const {
    return maker.plan.launches.front().operations.front();
  }
  [[nodiscard]] const program::Operation& operation() const {
    return program.launches.front().operations.front();
  }
  [[nodiscard]] const program::Phase& phase() const { return operation().phases.front(); }
  [[nodiscard]] const Step& step(WorkKind kind, int which = 0) const {
    for (const Step& s : phase().steps) {
      if (s.kind == kind && which-- == 0) return s;
    }
    throw std::runtime_error("no such step");
  }

  PlanMaker maker;
  program::Program program;
};

void check_visits(const One& one) {
  CHECK(test::traffic_of(one.operation()).elements == test::elements_of(one.plan()));
  for (plan::TensorId t = 0; t < std::ssize(one.plan().tensors); ++t) {
    for (const std::size_t core : {std::size_t{0}, one.plan().cores.size() - 1}) {
      CHECK((test::visits(one.operation(), t, core) ==
             test::share(one.plan().tensors[static_cast<std::size_t>(t)], core)));
    }
  }
}

// A sum of one element per row and one row: only the result has the extent of the operation.
One outer_product(std::int64_t rows, std::int64_t sticks) {
  return One(made(OpCode::Add, rows, sticks, 4, {tensor({{"out", -2}}), tensor({{"mb", -1}})}, tensor()));
}

// Stick columns for which a core with `rows` rows keeps the column operand.
std::int64_t kept_columns(std::int64_t rows) {
  const params::Schedule& schedule = test::card().schedule;
  return schedule.outer_columns + schedule.outer_sticks / rows;
}

TEST_CASE("an outer product keeps its column operand for so many stick columns, longer with few rows", "[arithmetic]") {
  for (const std::int64_t rows : {32, 512}) {
    const One one = outer_product(4 * rows, kept_columns(rows));
    CHECK(test::traffic_of(one.operation()).bytes[0] == 4 * rows * plan::kStickBytes);
  }
}

TEST_CASE("beyond them an outer product fetches it again, stick by stick", "[arithmetic]") {
  const std::int64_t columns = kept_columns(128);
  const One one = outer_product(512, columns + 3);
  CHECK(test::traffic_of(one.operation()).bytes[0] == (1 + 3) * 512 * plan::kStickBytes);
  CHECK(test::traffic_of(one.operation()).bytes[1] >= (columns + 3) * plan::kStickBytes);
  CHECK(one.operation().phases.back().steps.front().memory.runs.length == plan::kStickBytes);
}

TEST_CASE("what the core with the last columns cannot keep, no core keeps", "[arithmetic]") {
  const std::int64_t columns = kept_columns(512);  // of each core: the last one's begin where keeping ends
  PlanMaker maker;
  maker.add(operation(OpCode::Add, {{"mb", 512, 1}, {"out", 2 * 64 * columns, 2}}));
  maker.input(tensor({{"out", -2}}));
  maker.input(tensor({{"mb", -1}}));
  maker.output(tensor());
  const One one(std::move(maker));
  REQUIRE(one.operation().phases.size() == 1);
  const Step& load = one.step(WorkKind::Load);
  CHECK(load.engine == program::Engine::Load);  // each core for itself
  CHECK(load.memory.groups.empty());
  CHECK(test::traffic_of(one.operation()).bytes[0] == 2 * columns * 512 * plan::kStickBytes);
}

TEST_CASE("a map walks stick columns outside and 32 rows at a time inside", "[arithmetic]") {
  const One one(made(OpCode::Exp, 512, 16, 4, {tensor()}, tensor()));
  const Step& load = one.step(WorkKind::Load);
  REQUIRE(test::card().schedule.chunk_sticks == 32);
  CHECK(one.phase().loops == std::vector<std::int64_t>{16, 4});  // 16 columns, 128 rows of a core
  CHECK(load.memory.runs.length == 32 * 128);
  CHECK(load.memory.stride[0] == 512 * 128);  // the next stick column
  CHECK(load.memory.stride[1] == 32 * 128);
  CHECK(one.step(WorkKind::Vector).vector.elements == 32 * 64);
  check_visits(one);
}

TEST_CASE("a reduction walks rows outside and stick columns inside", "[arithmetic]") {
  const One one(made(OpCode::Sum, 512, 16, 4, {tensor()}, tensor({{"out", -2}})));
  const Step& load = one.step(WorkKind::Load);
  CHECK(one.phase().loops == std::vector<std::int64_t>{4, 16});
  CHECK(load.memory.stride[0] == 32 * 128);
  CHECK(load.memory.stride[1] == 512 * 128);
  const Step& store = one.step(WorkKind::Store);
  CHECK(store.depth == 1);  // once per chunk of rows, when all its columns are summed
  CHECK(store.at_last);
  check_visits(one);
}

TEST_CASE("rows without a good divisor leave a shorter chunk at the end", "[arithmetic]") {
  const One one(made(OpCode::Exp, 37, 2, 1, {tensor()}, tensor()));
  const Step& load = one.step(WorkKind::Load);
  CHECK(load.memory.runs.length == 32 * 128);
  CHECK(load.memory.tail.length == 5 * 128);
  CHECK(one.step(WorkKind::Vector).vector.tail_elements == 5 * 64);
  check_visits(one);
}

TEST_CASE("an operand that all rows share is loaded once per column", "[arithmetic]") {
  const One one(made(OpCode::Add, 512, 16, 1, {tensor(), tensor({{"mb", -1}})}, tensor()));
  CHECK(one.step(WorkKind::Load, 1).depth == 1);
  check_visits(one);
}

TEST_CASE("an operand that all columns share is loaded during the first column and kept",
          "[arithmetic]") {
  const One one(made(OpCode::Add, 512, 16, 1, {tensor(), tensor({{"out", -2}})}, tensor()));
  CHECK(one.step(WorkKind::Load, 1).first_only == 0b01);
  check_visits(one);
}

TEST_CASE("without residents a shared operand is read again in every column", "[arithmetic]") {
  params::ChipParams card = test::card();
  card.schedule.resident_columns = false;
  const One one(made(OpCode::Add, 512, 16, 1, {tensor(), tensor({{"out", -2}})}, tensor()), card);
  CHECK((test::visits(one.operation(), 1, 0) == test::share(one.plan().tensors[1], 0, 16)));
}

TEST_CASE("a shared operand too large to keep is read again in every column", "[arithmetic]") {
  const std::int64_t rows = 32 * 1024;  // a stick each: 4 MiB
  const One one(made(OpCode::Add, rows, 3, 1, {tensor(), tensor({{"out", -2}})}, tensor()));
  CHECK((test::visits(one.operation(), 1, 0) == test::share(one.plan().tensors[1], 0, 3)));
}

TEST_CASE("sizes and orders without a pattern are visited once all the same", "[arithmetic]") {
  for (const std::int64_t rows : {1, 3, 31, 37, 64, 97, 100, 257}) {
    for (const std::int64_t sticks : {1, 2, 5, 33}) {
      for (const Order& order : {Order{"mb", "out"}, Order{"out", "mb"}}) {
        CAPTURE(rows, sticks, order.front());
        check_visits(
            One(made(OpCode::Mul, rows, sticks, 1, {tensor({}, order), tensor({{"mb", -1}}, order)},
                     tensor({}, order))));
        check_visits(One(
            made(OpCode::Sum, rows, sticks, 1, {tensor({}, order)}, tensor({{"out", -2}}, order))));
        check_visits(One(made(OpCode::SumNonstick, rows, sticks, 1, {tensor({}, order)},
                              tensor({{"mb", -1}}, order))));
      }
    }
  }
}

const std::vector<Order> kOrders{{"b", "mb", "out"}, {"b", "out", "mb"}, {"mb", "b", "out"},
                                 {"mb", "out", "b"}, {"out", "b", "mb"}, {"out", "mb", "b"}};

// Three dimensions, the output in another order and without the dimension in `scale`.
PlanMaker three(OpCode op, std::int64_t rows, const Order& from, const Order& to,
                const std::map<std::string, int>& scale) {
  PlanMaker maker;
  maker.add(operation(op, {{"b", 5, 1}, {"mb", rows, 1}, {"out", 128, 1}}));
  maker.input(tensor({}, from));
  maker.output(tensor(scale, to));
  return maker;
}

TEST_CASE("reductions of any dimension in any order store every result once", "[arithmetic]") {
  for (const Order& order : kOrders) {
    for (const std::int64_t rows : {37, 64}) {
      CAPTURE(order, rows);
      check_visits(One(three(OpCode::Sum, rows, order, order, {{"out", -2}})));
      check_visits(One(three(OpCode::SumNonstick, rows, order, order, {{"mb", -1}})));
      check_visits(One(three(OpCode::SumNonstick, rows, order, order, {{"b", -1}})));
    }
  }
}

TEST_CASE("copies into any order of dimensions move every stick once", "[arithmetic]") {
  for (const Order& from : kOrders) {
    for (const Order& to : kOrders) {
      CAPTURE(from, to);
      check_visits(One(three(OpCode::Identity, 37, from, to, {})));
    }
  }
}

TEST_CASE("a scattered store knows how much all cores write at one place", "[arithmetic]") {
  const One scattered(made(OpCode::Identity, 128, 4, 1, {tensor({}, {"mb", "out"})}, tensor({}, {"out", "mb"})));
  CHECK(scattered.step(WorkKind::Store).memory.scatter_width == 4 * 128);
  const One divided(made(OpCode::Identity, 128, 4, 4, {tensor({}, {"mb", "out"})}, tensor({}, {"out", "mb"})));
  CHECK(divided.step(WorkKind::Store).memory.scatter_width == 4 * 128);
  const One plain(made(OpCode::Identity, 128, 4, 1, {tensor()}, tensor()));
  CHECK(plain.step(WorkKind::Store).memory.scatter_width == 0);
}

TEST_CASE("a change of the stick dimension works on blocks of 64 by 64", "[arithmetic]") {
  TensorSpec to = tensor({}, {"out", "mb"});
  to.stick = "mb";
  const One one(made(OpCode::ReStickifyHbm, 256, 4, 2, {tensor()}, to));
  CHECK(one.step(WorkKind::Vector).vector.elements == 64 * 64);
  CHECK(one.phase().instances(one.step(WorkKind::Vector)) == 128 / 64 * (256 / 64));
  CHECK(one.step(WorkKind::Store).memory.runs.run_count() == 1);  // the written side is contiguous
  check_visits(one);
}

TEST_CASE("operands in LX take part in the work but not in the traffic", "[arithmetic]") {
  const One one(check::test::add_rows(128, 256, 4, true));
  CHECK(test::traffic_of(one.operation()).bytes.empty());
  CHECK(test::traffic_of(one.operation()).elements == 128 * 256);
  CHECK(one.phase().steps.size() == 1);
  CHECK(one.step(WorkKind::Vector).lx_bytes * one.phase().instances(one.step(WorkKind::Vector)) ==
        3 * 32 * 256 * 2);
}

TEST_CASE("chunks are loaded and stored through as many buffers as there are", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const One one(made(OpCode::Add, 512, 16, 1, {tensor(), tensor()}, tensor()));
  const std::int64_t chunk = 32 * 128;
  CHECK(one.phase().staging_bytes ==
        (2 * card.schedule.load_buffers + card.schedule.store_buffers) * chunk);
}

TEST_CASE("little free scratchpad leaves fewer buffers", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::int64_t usable = (card.lx.capacity - card.lx.reserved).count();
  const std::int64_t free = 7 * 32 * 128;
  PlanMaker maker = made(OpCode::Add, 512, 16, 1, {tensor(), tensor()}, tensor());
  plan::Operation resident = check::test::add_rows(64, 64, 1, true).last();
  resident.tensors.front().start.front() =
      usable - free - resident.tensors.front().allocated_bytes();
  maker.add(resident);
  const One one(std::move(maker));
  CHECK(one.program.launches.front().resident_bytes == usable - free);
  CHECK(one.phase().staging_bytes <= free);
  CHECK(one.phase().staging_bytes >= 3 * 32 * 128);  // one buffer for each operand at least
  check_visits(one);
}

TEST_CASE("columns a megabyte apart cost a reduction more per chunk", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::int64_t rows = card.schedule.far_stride.count() / 128;
  const One near(made(OpCode::Sum, rows / 2, 4, 1, {tensor()}, tensor({{"out", -2}})));
  CHECK(near.step(WorkKind::Vector).vector.extra == Time{0});
  const One far(made(OpCode::Sum, rows, 4, 1, {tensor()}, tensor({{"out", -2}})));
  CHECK(far.step(WorkKind::Vector).vector.extra == card.schedule.far_column);
}

}  // namespace
}  // namespace spyre::schedule
