// Are sizes, strides, masks, constants, windows, gathers and data operations taken from SuperDSC
// files as meant?
#include "tests/bundle/workspace.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::bundle;
using namespace spyre::bundle::test;

namespace {

const plan::Operation& operation(const plan::Plan& plan, std::size_t index = 0) {
  return plan.launches.at(0).operations.at(index);
}

std::string dim_name(const plan::Operation& op, plan::DimId id) {
  return op.dims[static_cast<std::size_t>(id)].name;
}

struct Level {
  std::string dim;
  std::int64_t units, core_units, stride;
  bool operator==(const Level& o) const {
    return dim == o.dim && units == o.units && core_units == o.core_units && stride == o.stride;
  }
};

std::vector<Level> levels(const plan::Operation& op, std::size_t tensor) {
  std::vector<Level> out;
  for (const plan::LayoutLevel& l : op.tensors[tensor].layout)
    out.push_back({dim_name(op, l.dim), l.units, l.core_units, l.stride});
  return out;
}

}  // namespace

TEST_CASE("units count sticks of the stick dimension and elements of the others, innermost first",
          "[unit]") {
  const plan::Plan plan = read_plan(workload("generated/01_add_128x256"));
  const plan::Operation& op = operation(plan);
  // (128, 256) fp16 on 32 cores: 4 rows each, 4 sticks of 64 columns, stick columns 128 rows apart.
  CHECK(levels(op, 0) ==
        std::vector<Level>{{"mb", 128, 4, 128}, {"out", 256 / 64, 256 / 64, 128 * 128}});
  CHECK(op.tensors[0].allocated_bytes() == 128 * 256 * 2);
  CHECK(op.tensors[0].core_bytes() == 4 * 256 * 2);
  CHECK(op.op == plan::OpCode::Add);
  CHECK(op.unit == plan::ExecutionUnit::Sfp);
  CHECK(op.inputs == std::vector<plan::TensorId>{0, 1});
  CHECK(op.outputs == std::vector<plan::TensorId>{2});
  CHECK(op.cores.size() == 32);
  CHECK(op.schedule[0].size() == 1);
  CHECK(op.schedule[0][0].data_op == -1);
}

TEST_CASE("a tile's gap widens the allocation, and the loop advances by whole tiles", "[unit]") {
  const plan::Plan plan = read_plan(workload("generated/05_loop_add_512x256_4tiles"));
  const plan::Operation& op = operation(plan);
  CHECK(levels(op, 0) == std::vector<Level>{{"mb", 512, 128 / 32, 128}, {"out", 4, 4, 512 * 128}});
  CHECK(op.tensors[0].loop_stride == std::vector<std::int64_t>{128 * 128});
  CHECK(plan.launches[0].trips(0) == 4);
}

TEST_CASE("nested loops keep their calls in ranges, outermost first", "[unit]") {
  const plan::Plan plan = read_plan(fixture("mm_nested_m2_k2"));
  const plan::Launch& launch = plan.launches[0];
  REQUIRE(launch.operations.size() == 6);
  REQUIRE(launch.loops.size() == 2);
  CHECK(launch.loops[0].first == 0);
  CHECK(launch.loops[0].last == 6);
  CHECK(launch.loops[1].first == 1);
  CHECK(launch.loops[1].last == 5);
  CHECK(launch.trips(2) == 4);
  CHECK(launch.operations[1].tensors[0].loop_stride == std::vector<std::int64_t>{4096, 16384});
  CHECK(launch.operations[2].tensors[0].loop_stride == std::vector<std::int64_t>{0, 16384});
  CHECK(launch.operations[5].tensors[1].loop_stride == std::vector<std::int64_t>{4096});
}

TEST_CASE("a restickified tensor may be smaller than the padded iteration space", "[unit]") {
  const plan::Plan plan = read_plan(fixture("transpose_unaligned"));
  const plan::Operation& op = operation(plan);
  // 70 x 100 transposed: both dimensions are walked as 128.
  CHECK(levels(op, 0) == std::vector<Level>{{"out", 70, 128, 128}, {"mb", 2, 2, 70 * 128}});
  CHECK(levels(op, 1) == std::vector<Level>{{"mb", 100, 128, 128}, {"out", 2, 2, 100 * 128}});
}

TEST_CASE(
    "the launch's layout decides when a small gap of a restickified tensor is an ordinary one",
    "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(fixture("transpose_unaligned"));
  // As if 128 x 128 were cut out of 186 rows: the gap of 58 is then an excess.
  edit(copy / "plan.json", [](Json& plan) {
    plan["launches"][0]["args"][0]["device_layout"]["device_size"] = {2, 128 + 58, 64};
  });
  CHECK(levels(operation(read_plan(copy)), 0)[0] == Level{"out", 128 + 58, 128, 128});
}

TEST_CASE("rows picked by an index are pages, however many dimensions the index has", "[unit]") {
  const plan::Plan plan = read_plan(fixture("embedding_i64_2d"));
  const plan::Operation& op = operation(plan, 1);
  const plan::Tensor& table = op.tensors[1];
  CHECK(table.indirection == plan::Indirection::ValueTensor);
  CHECK(table.partner == 0);
  CHECK(op.tensors[0].role == plan::Role::Index);
  CHECK(op.tensors[0].indirection == plan::Indirection::IndexTensor);
  const std::int64_t page = 256 / 64 * 128;  // one row of 256 elements
  CHECK(levels(op, 1) ==
        std::vector<Level>{{"out", 4, 4, 128}, {"mb", 1, 2, page}, {"x", 1, 32, page}});
}

TEST_CASE("a windowed input spans the rows its outputs need", "[unit]") {
  const plan::Plan plan = read_plan(fixture("conv2d_direct_nhwc_3x3_s1"));
  const plan::Operation& op = operation(plan);
  // 10 x 10 pixels in, 3 x 3 window, 8 x 8 out over 4 cores: 2 output rows need 4 input rows.
  CHECK(levels(op, 0) == std::vector<Level>{{"j", 10, 10, 128},
                                            {"i", 10, 2 + 3 - 1, 10 * 128},
                                            {"in", 1, 1, 10 * 10 * 128}});
  for (const plan::Dim& dim : op.dims) {
    if (dim.name != "i") continue;
    REQUIRE(dim.window);
    CHECK(dim.window->total_size == 10);
    CHECK(dim_name(op, dim.window->window_dim) == "ki");
  }
}

TEST_CASE("masks and constants are kept with their names and bits", "[unit]") {
  const plan::Operation op = operation(read_plan(workload("generated/07b_exp_128x100")));
  REQUIRE(op.masks.size() == 1);
  CHECK(dim_name(op, op.masks[0].dim) == "out");
  CHECK(op.masks[0].first == 100);
  CHECK(op.masks[0].count == 128 - 100);
  REQUIRE(op.constant("samv-maskvalue") != nullptr);
  CHECK(op.constant("samv-maskvalue")->bits == 0xFFFF);
  CHECK(op.constant("clipMin") == nullptr);
}

TEST_CASE("constants may be written as strings", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/07b_exp_128x100"));
  edit(copy / "sdsc_0.json", [](Json& json) {
    json["0_exp"]["dscs_"][0]["exp"]["constantInfo_"]["0"]["data_"]["data_"]["[0, 0, 0]"][0] =
        "15872";
  });
  CHECK(operation(read_plan(copy)).constants[0].bits == 15872);
}

TEST_CASE("a shuffle's tensors keep their own division", "[unit]") {
  const plan::Plan plan = read_plan(workload("generated/17_lxrelayout_512x2048_rows_to_cols"));
  const plan::Operation& op = operation(plan);
  CHECK(levels(op, 0) == std::vector<Level>{{"mb", 16, 16, 128}, {"out", 32, 32, 16 * 128}});
  CHECK(levels(op, 1) == std::vector<Level>{{"mb", 512, 512, 128}, {"out", 1, 1, 512 * 128}});
  REQUIRE(op.tensors[1].own_slice);
  const auto out = static_cast<std::size_t>(op.tensors[1].layout[1].dim);
  CHECK((*op.tensors[1].own_slice)[5][out] == 5);
  CHECK(op.tensors[0].in_lx());
}

TEST_CASE("a reduction's accumulator is no input", "[unit]") {
  const plan::Plan plan = read_plan(workload("generated/07c_sum_128x100"));
  const plan::Operation& op = operation(plan);
  CHECK(op.inputs == std::vector<plan::TensorId>{0});
  CHECK(op.outputs == std::vector<plan::TensorId>{1});
  const auto stick = static_cast<std::size_t>(op.tensors[1].sticks[0].dim);
  CHECK(op.tensors[1].dims[stick].scale == -2);
  CHECK(op.tensors[1].allocated_bytes() == 128 * 128);  // one stick per row
}

TEST_CASE("fp8 weights have a stick of two dimensions", "[unit]") {
  const plan::Plan plan = read_plan(workload("captured/fp8_scaled_mm_512x4096x4096"));
  for (const plan::Launch& launch : plan.launches) {
    for (const plan::Operation& op : launch.operations) {
      if (op.op != plan::OpCode::BatchMatmulFp8) continue;
      const plan::Tensor& weights = op.tensors[1];
      REQUIRE(weights.sticks.size() == 2);
      CHECK(weights.sticks[0].elements == 2);
      CHECK(weights.sticks[1].elements == 64);
      CHECK(weights.allocated_bytes() == 4096 * 4096);
      CHECK(op.format == plan::Format::Sen143Fp8);
    }
  }
}

TEST_CASE("data operations come with pieces, moves and the rows that order them", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  edit(copy / "sdsc_0.json", [](Json& json) {
    const auto side = [](const char* name, int core, int address) {
      return Json{
          {"pdsName_", name},
          {"wordLength", 2},
          {"layoutDimOrder_", {"mb_", "out_"}},
          {"dimToStickSize_", {{"out_", 64}}},
          {"PieceInfo",
           {{{"key_", "p1"},
             {"dimToStartCordinate", {{"mb", 0}, {"out", 64}}},
             {"dimToSize_", {{"mb", 16}, {"out", 64}}},
             {"validGap_", {{"out", {{0, 64}, {64, 0}}}}},
             {"PlacementInfo", {{{"type", "lx"}, {"memId", {core}}, {"startAddr", {address}}}}}}}}};
    };
    const Json move{{"bytesPerMove", 2048},
                    {"count", 50},
                    {"sourceStrideBytes", 16384},
                    {"destinationStrideBytes", 2048},
                    {"source", {{"core", 16}, {"lxAddress", 0}}},
                    {"destination", {{"core", 3}, {"lxAddress", 4096}}}};
    json["0_add"]["datadscs_"] = {
        {{"0_copy",
          {{"coreIdsUsed_", {0, 1}},
           {"op", {{"name", "STCDPOpLx"}}},
           {"labeledDs_", {side("dataIN", 1, 0), side("dataOUT", 0, 8192)}}}}},
        {{"1_remap", {{"op", {{"name", "LXCoordinateRemapOp"}}}, {"movementRanges", {move}}}}}};
    json["0_add"]["coreIdToDscSchedule"]["0"] = {{0, -1, 0, 1}, {-1, 0, 1, 0}};
  });
  const plan::Operation op = operation(read_plan(copy));
  REQUIRE(op.data_ops.size() == 2);
  CHECK(op.data_ops[0].kind == plan::DataOpKind::StickCopy);
  CHECK(op.data_ops[0].cores == std::vector<int>{0, 1});
  CHECK(op.data_ops[0].layout == std::vector<std::string>{"mb", "out"});
  REQUIRE(op.data_ops[0].output.size() == 1);
  CHECK(op.data_ops[0].output[0].address == 8192);
  CHECK(op.data_ops[0].input[0].core == 1);
  CHECK(op.data_ops[0].input[0].start.at("out") == 64);
  CHECK(op.data_ops[0].input[0].valid_gap.at("out")[0][1] == 64);
  REQUIRE(op.data_ops[1].ranges.size() == 1);
  CHECK(op.data_ops[1].ranges[0].count == 50);
  CHECK(op.data_ops[1].cores == std::vector<int>{3, 16});
  REQUIRE(op.schedule[0].size() == 2);
  CHECK(op.schedule[0][0].data_op == 0);
  CHECK(op.schedule[0][1].wait == 1);
  CHECK(op.schedule[1][0].data_op == -1);
}

TEST_CASE("the row [0, 0, 0, 0] means compute only where there are no data operations", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  edit(copy / "sdsc_0.json", [](Json& json) {
    json["0_add"]["coreIdToDscSchedule"]["0"] = {{0, 0, 0, 0}};
  });
  CHECK(operation(read_plan(copy)).schedule[0][0].data_op == -1);
}

TEST_CASE("back gaps are read as numbers and as strings", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/05_loop_add_512x256_4tiles"));
  edit(copy / "sdsc_0.json", [](Json& json) {
    json["0_add"]["dscs_"][0]["add"]["scheduleTree_"][0]["backGapCore_"]["mb"]["-1"] = 384;
  });
  CHECK(levels(operation(read_plan(copy)), 0)[0].units == 512);
}

TEST_CASE("start addresses are read as numbers and as strings, and symbols per call", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/01_add_128x256"));
  edit(copy / "sdsc_0.json", [](Json& json) {
    for (auto& value : json["0_add"]["dscs_"][0]["add"]["scheduleTree_"][0]
                           ["startAddressCoreCorelet_"]["data_"]) {
      value = std::stoi(value.get<std::string>());
    }
  });
  const std::string call =
      text_of(copy / "bundle.mlir")
          .substr(text_of(copy / "bundle.mlir").find("\t\tsdscbundle.sdsc_execute"));
  std::string second = call.substr(0, call.find('\n') + 1);
  for (std::size_t at = second.find("%arg_0"); at != std::string::npos;
       at = second.find("%arg_0", at)) {
    second.replace(at, 6, "%arg_1");
  }
  replace(copy / "bundle.mlir", "\t\treturn", second + "\t\treturn");
  const plan::Plan plan = read_plan(copy);
  CHECK(operation(plan, 0).tensors[0].start ==
        operation(read_plan(workload("generated/01_add_128x256"))).tensors[0].start);
  REQUIRE(plan.operation_count() == 2);
  CHECK(operation(plan, 1).tensors[0].start == operation(plan, 0).tensors[1].start);
}
