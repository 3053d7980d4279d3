// Which policy, rate and direction block does an operation get?
#include "sim/schedule/classify.hpp"

#include "tests/check/make_plan.hpp"
#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

using check::test::PlanMaker;
using plan::OpCode;
using program::VectorKind;

// An addition's plan with another operation in its place.
plan::Operation vector_operation(OpCode op) {
  plan::Operation o = check::test::add_rows(64, 256, 1).last();
  o.op = op;
  return o;
}

// Rows plus an operand with `scale`.
plan::Operation broadcast(const std::map<std::string, int>& scale) {
  PlanMaker maker;
  maker.add(check::test::operation(OpCode::Add, {{"mb", 64, 1}, {"out", 256, 1}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.input({.order = {"mb", "out"}, .stick = "out", .scale = scale});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  return maker.last();
}

TEST_CASE("each operation has the policy of its code", "[arithmetic]") {
  CHECK(policy_of(check::test::matmul({"mb", 64, 1}, {"out", 64, 1}, {"in", 64, 1}).last()) ==
        Policy::Matmul);
  CHECK(policy_of(check::test::row_sums(64, 256, 1).last()) == Policy::Reduction);
  CHECK(policy_of(vector_operation(OpCode::SumNonstick)) == Policy::Reduction);
  CHECK(policy_of(vector_operation(OpCode::Add)) == Policy::Elementwise);
  CHECK(policy_of(vector_operation(OpCode::Exp)) == Policy::Elementwise);
  CHECK(policy_of(vector_operation(OpCode::Dl16ToFp32)) == Policy::Elementwise);
  CHECK(policy_of(vector_operation(OpCode::Identity)) == Policy::Permute);
  CHECK(policy_of(vector_operation(OpCode::ReStickifyHbm)) == Policy::Restickify);
  CHECK(policy_of(vector_operation(OpCode::Shuffle)) == Policy::Shuffle);
  CHECK(policy_of(vector_operation(OpCode::TopkValue)) == Policy::Whole);
  CHECK(policy_of(vector_operation(OpCode::Conv2d)) == Policy::Whole);
}

TEST_CASE("a copy to or from LX streams like a map", "[arithmetic]") {
  plan::Operation copy = vector_operation(OpCode::Identity);
  copy.tensors.back().component = plan::Component::Lx;
  CHECK(policy_of(copy) == Policy::Elementwise);
}

TEST_CASE("an index tensor makes a gather of any operation", "[arithmetic]") {
  plan::Operation copy = vector_operation(OpCode::Identity);
  copy.tensors.front().indirection = plan::Indirection::ValueTensor;
  CHECK(policy_of(copy) == Policy::Gather);
}

TEST_CASE("a window or sticks of different dimensions are walked as a whole", "[arithmetic]") {
  plan::Operation windowed = vector_operation(OpCode::Add);
  windowed.dims.front().window = plan::Window{};
  CHECK(policy_of(windowed) == Policy::Whole);
  plan::Operation mixed = vector_operation(OpCode::Add);
  mixed.tensors.front().sticks.front().dim = 0;
  CHECK(policy_of(mixed) == Policy::Whole);
}

TEST_CASE("each operation has the rate of its kind", "[arithmetic]") {
  for (const OpCode op :
       {OpCode::Sum, OpCode::Max, OpCode::Mean, OpCode::SumNonstick, OpCode::TopkValue}) {
    CHECK(vector_kind(vector_operation(op)) == VectorKind::Reduce);
  }
  for (const OpCode op :
       {OpCode::Exp, OpCode::GeluFwd, OpCode::Sigmoid, OpCode::Rsqrt, OpCode::LayerNormScale}) {
    CHECK(vector_kind(vector_operation(op)) == VectorKind::Map);
  }
  for (const OpCode op : {OpCode::Neg, OpCode::Abs, OpCode::Clip})
    CHECK(vector_kind(vector_operation(op)) == VectorKind::Negate);
  for (const OpCode op : {OpCode::Identity, OpCode::Dl16ToFp32, OpCode::ReStickifyHbm}) {
    CHECK(vector_kind(vector_operation(op)) == VectorKind::Move);
  }
  for (const OpCode op : {OpCode::Add, OpCode::Mul, OpCode::RealDiv, OpCode::Where3})
    CHECK(vector_kind(vector_operation(op)) == VectorKind::Add);
}

TEST_CASE("a broadcast operand makes a kind of its own", "[arithmetic]") {
  CHECK(vector_kind(broadcast({{"out", -2}})) == VectorKind::LaneBroadcast);
  CHECK(vector_kind(broadcast({{"mb", -1}})) == VectorKind::RowBroadcast);
  CHECK(vector_kind(broadcast({})) == VectorKind::Add);
}

TEST_CASE("directions alternate in the block of the code", "[arithmetic]") {
  const params::Schedule schedule = test::card().schedule;
  const auto block = [&](const plan::Operation& o, bool one_port = false, bool in_lx = false) {
    return direction_blocks(o, schedule, one_port, in_lx).lasting;
  };
  const plan::Operation matmul =
      check::test::matmul({"mb", 64, 1}, {"out", 64, 1}, {"in", 64, 1}).last();
  CHECK(block(matmul) == schedule.block.matmul);
  CHECK(block(matmul, true) == schedule.block.matmul_one_port);
  CHECK(block(vector_operation(OpCode::Exp)) == schedule.block.plain);
  CHECK(block(vector_operation(OpCode::Neg), true) == schedule.block.single_operand_one_port);
  CHECK(block(vector_operation(OpCode::Add), true) == schedule.block.plain);
  CHECK(block(broadcast({{"out", -2}})) == schedule.block.lane_broadcast);
  CHECK(block(broadcast({{"mb", -1}})) == schedule.block.other);
  CHECK(block(vector_operation(OpCode::Identity)) == schedule.block.lane_broadcast);
  CHECK(block(vector_operation(OpCode::Sum)) == schedule.block.other);
  CHECK(block(vector_operation(OpCode::Exp), false, true) == schedule.block.dependent);
}

}  // namespace
}  // namespace spyre::schedule
