// Does `show` say where tensors live, how work is split and who shares what?
#include "sim/report/plan_text.hpp"

#include "sim/report/operation_text.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::report;
using Catch::Matchers::Contains;

namespace {

plan::Tensor tensor(const char* name, std::vector<std::int64_t> start) {
  plan::Tensor t;
  t.name = name;
  t.storage = 0;
  t.sticks = {{1, 64}};
  t.layout = {{0, 8, 4, 128}, {1, 2, 2, 1024}};
  t.start = std::move(start);
  t.loop_stride = {4096};
  return t;
}

plan::Operation add() {
  plan::Operation op;
  op.op = plan::OpCode::Add;
  op.cores = {0, 1};
  op.dims = {{"mb", 8, 4, 2, false, 0, 0, {}}, {"out", 128, 128, 1, false, 0, 0, {}}};
  op.tensors = {tensor("Tensor0", {0, 512}), tensor("Tensor1", {2048, 2048}),
                tensor("Tensor2", {64, 64})};
  op.tensors[2].role = plan::Role::Output;
  op.tensors[2].component = plan::Component::Lx;
  op.tensors[2].loop_stride.clear();
  op.inputs = {0, 1};
  op.outputs = {2};
  op.loop = 0;
  return op;
}

plan::Plan example() {
  plan::Plan plan;
  plan.name = "little";
  plan.storages = {{"x", plan::kSegmentBytes + 256, 4096, false}};
  plan::Launch launch;
  launch.name = "k00";
  launch.repeat = 3;
  launch.loops = {{-1, 0, 1, 5}};
  launch.operations = {add()};
  plan::Argument argument;
  argument.tensor = "x";
  argument.host_shape = {8, 128};
  argument.host_dtype = "float16";
  launch.arguments = {argument};
  plan.launches = {launch};
  return plan;
}

}  // namespace

TEST_CASE("launches, loops and arguments are told with repeats, trips and addresses",
          "[arithmetic]") {
  const std::string text = plan_text(example());
  CHECK_THAT(text, Contains("plan little: 1 launch, 1 operation, 2 cores"));
  CHECK_THAT(text, Contains("launch 0 k00, 3 times in a row: 1 operation\n"));
  CHECK_THAT(text, Contains("loop 0: 5 trips of operation 0\n"));
  CHECK_THAT(
      text,
      Contains("argument 0: input x, float16 8 x 128 on the host, 4.00 KiB at segment 1 + 0x100"));
}

TEST_CASE("an operation is told with its split, its work per core and its trips", "[arithmetic]") {
  const std::string text = plan_text(example());
  CHECK_THAT(text, Contains("operation 0 add on the vector unit (SFP), 2 cores (0-1), 5 trips"));
  CHECK_THAT(text, Contains("dimensions: mb 8 = 2 cores x 4, out 128\n"));
  CHECK_THAT(text, Contains("work per core: 512 elements"));
}

TEST_CASE("a tensor is told with its home, bytes, layout and the cores that share it",
          "[arithmetic]") {
  const std::string text = plan_text(example());
  CHECK_THAT(text, Contains("input Tensor0: SEN169_FP16 in memory x from segment 0 + 0x0, 2.00 "
                            "KiB, 1.00 KiB per core "
                            "(stick 64 out, 8 mb, 2 out), 4096 bytes per trip"));
  CHECK_THAT(text, Contains("1 multicast group of up to 2 cores"));
  CHECK_THAT(text, Contains("output Tensor2: SEN169_FP16 in LX from 0x40"));
}

TEST_CASE("cores fold into ranges", "[arithmetic]") {
  CHECK(core_ranges({3, 0, 1, 2, 7, 9, 10}) == "0-3,7,9-10");
  CHECK(core_ranges({}).empty());
}
