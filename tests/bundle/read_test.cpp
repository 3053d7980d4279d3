// Does every kind of plan read, with its arguments placed legally?
#include "sim/bundle/read.hpp"

#include "tests/bundle/workspace.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::bundle;
using namespace spyre::bundle::test;

namespace {

const plan::Storage& storage_of(const plan::Plan& plan, const plan::Argument& argument) {
  return plan.storages[static_cast<std::size_t>(argument.storage)];
}

std::vector<std::string> keys_of(const plan::Launch& launch) {
  std::vector<std::string> keys;
  for (const plan::Operation& op : launch.operations) keys.push_back(op.key);
  return keys;
}

// Address ranges of a plan, checked for order and overlap.
bool storages_are_apart(const plan::Plan& plan) {
  for (const plan::Storage& a : plan.storages) {
    for (const plan::Storage& b : plan.storages) {
      const bool before = a.address + a.bytes <= b.address || b.address + b.bytes <= a.address;
      if (&a != &b && !before) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a bundle directory reads as one launch of its calls in order", "[unit]") {
  const plan::Plan plan = read_plan(workload("generated/02_softmax_64x256"));
  REQUIRE(plan.launches.size() == 1);
  CHECK(plan.name == "02_softmax_64x256");
  CHECK(keys_of(plan.launches[0]) ==
        std::vector<std::string>{"0_identity", "1_max", "2_sub", "3_exp", "4_sum", "5_realdiv"});
  CHECK(plan.launches[0].needs_correction);
  CHECK(plan.launches[0].operations[1].source.line > plan.launches[0].operations[0].source.line);
}

TEST_CASE("a bundle's text reads like its directory", "[unit]") {
  const plan::Plan directory = read_plan(workload("generated/02_softmax_64x256"));
  const plan::Plan file = read_plan(workload("generated/02_softmax_64x256/bundle.mlir"));
  CHECK(file.content_hash == directory.content_hash);
  CHECK(file.operation_count() == directory.operation_count());
  CHECK(file.name == directory.name);
}

TEST_CASE("a plan without a name is called after its folder, however the path is written",
          "[unit]") {
  const fs::path folder = workload("generated/01_add_128x256");
  CHECK(read_plan(folder / "").name == "01_add_128x256");
  CHECK(read_plan(folder / ".").name == "01_add_128x256");
  CHECK(read_plan(folder / "sdsc_0.json").name == "sdsc_0");
  Workspace space;
  const fs::path before = fs::current_path();
  fs::current_path(space.copy(folder));
  CHECK(read_plan("bundle.mlir").name == "01_add_128x256");
  CHECK(read_plan(".").name == "01_add_128x256");
  fs::current_path(before);
}

TEST_CASE("a single SuperDSC file runs once at made-up addresses and says so", "[unit]") {
  const plan::Plan plan = read_plan(workload("generated/01_add_128x256/sdsc_0.json"));
  REQUIRE(plan.operation_count() == 1);
  REQUIRE(plan.storages.size() == 3);
  CHECK(storages_are_apart(plan));
  const plan::Tensor& first = plan.launches[0].operations[0].tensors[0];
  CHECK(first.start[1] - first.start[0] == 4 * 128);  // 128 rows over 32 cores
  CHECK(plan.notes.size() == 2);
  CHECK(plan.launches[0].arguments[2].role == plan::ArgumentRole::Output);
}

TEST_CASE("a directory of SuperDSC files runs in index order", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/02_softmax_64x256"));
  fs::remove(copy / "bundle.mlir");
  fs::rename(copy / "sdsc_0.json", copy / "sdsc_z.json");
  space.write(copy / "case.json", "{\"name\": \"not an operation\"}");
  const plan::Plan plan = read_plan(copy);
  CHECK(keys_of(plan.launches[0]) ==
        std::vector<std::string>{"0_identity", "1_max", "2_sub", "3_exp", "4_sum", "5_realdiv"});
  CHECK(storages_are_apart(plan));
}

TEST_CASE("a plan.json gives launches, arguments and host tensors", "[unit]") {
  const plan::Plan plan = read_plan(fixture("transpose_unaligned"));
  CHECK(plan.name == "transpose_unaligned");
  REQUIRE(plan.launches.size() == 1);
  const plan::Launch& launch = plan.launches[0];
  REQUIRE(launch.arguments.size() == 2);
  CHECK(launch.arguments[0].role == plan::ArgumentRole::Input);
  CHECK(launch.arguments[0].tensor == "in_0");
  CHECK(launch.arguments[0].host_shape == std::vector<std::int64_t>{70, 100});
  REQUIRE(launch.arguments[0].layout);
  CHECK(launch.arguments[0].layout->device_size == std::vector<std::int64_t>{2, 70, 64});
  CHECK(storage_of(plan, launch.arguments[0]).bytes == 2 * 70 * 128);
  REQUIRE(plan.tensors.size() == 2);
  CHECK(plan.tensors[0].file == "in_0.npy");
  CHECK(plan.tensors[1].plan_result == "out_0_plan.npy");
  CHECK(plan.directory == fixture("transpose_unaligned").string());
}

TEST_CASE("arguments lie one after the other, the pool first, at multiples of 4096", "[unit]") {
  const plan::Plan plan = read_plan(fixture("mm_nested_m2_k2"));
  std::int64_t next = 0;
  for (const plan::Argument& argument : plan.launches[0].arguments) {
    const plan::Storage& storage = storage_of(plan, argument);
    CHECK(storage.address == next);
    CHECK(storage.pool == (argument.role == plan::ArgumentRole::Pool));
    next = (storage.address + storage.bytes + 4095) / 4096 * 4096;
  }
  CHECK(plan.launches[0].arguments[0].role == plan::ArgumentRole::Pool);
}

TEST_CASE("the same tensor name in two launches is the same storage", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(fixture("transpose_unaligned"));
  edit(copy / "plan.json", [](Json& plan) {
    Json second = plan["launches"][0];
    second["args"][0]["tensor"] = "out_0";
    second["args"][1]["tensor"] = "out_1";
    plan["launches"].push_back(second);
  });
  const plan::Plan plan = read_plan(copy / "plan.json");
  REQUIRE(plan.launches.size() == 2);
  CHECK(plan.storages.size() == 3);
  CHECK(plan.launches[1].arguments[0].storage == plan.launches[0].arguments[1].storage);
  CHECK(plan.launches[0].bundle == plan.launches[1].bundle);
  CHECK(plan.launches[1].operations[0].tensors[0].start[0] ==
        plan.launches[0].operations[0].tensors[1].start[0]);
}

TEST_CASE("a plan without args gets addresses for what its operations touch", "[unit]") {
  Workspace space;
  space.copy(workload("generated/05_loop_add_512x256_4tiles"));
  const fs::path file = space.write("plan.json", R"({"schema": "spyre-sim/plan/1", "name": "loop",
    "launches": [{"bundle": "05_loop_add_512x256_4tiles", "repeat": 3, "host": {"before_us": 1.5, "h2d_bytes": 64}}]})");
  const plan::Plan plan = read_plan(file);
  CHECK(plan.launches[0].repeat == 3);
  CHECK(plan.launches[0].host.before == nanoseconds(1500));
  CHECK(plan.launches[0].host.h2d == Bytes(64));
  REQUIRE(plan.storages.size() == 3);
  for (const plan::Storage& storage : plan.storages) CHECK(storage.bytes == 512 * 256 * 2);
  CHECK(storages_are_apart(plan));
}

TEST_CASE("baked addresses stay and name the storage of their segment", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/06_sumrows_256x512"));
  const std::string text = text_of(copy / "bundle.mlir");
  const std::string call = text.substr(text.find("\t\tsdscbundle.sdsc_execute"));
  std::string names, constants;
  std::size_t operand = 0;
  for (std::size_t at = call.find('%'); at != std::string::npos && at < call.find(')');
       at = call.find('%', at + 1)) {
    // One segment per argument, starting with segment 1: cores of the input, then of the output.
    const std::int64_t segment = operand < 8 ? 1 : 2;
    constants += "%sym_" + std::to_string(operand) + " = arith.constant " +
                 std::to_string(segment * plan::kSegmentBytes +
                                128 * static_cast<std::int64_t>(operand % 8)) +
                 " : index\n";
    names += (operand == 0 ? "%sym_" : ", %sym_") + std::to_string(operand);
    ++operand;
  }
  std::ofstream(copy / "bundle.mlir")
      << "module {\nfunc.func @sdsc_bundle() {\n"
      << constants << "sdscbundle.sdsc_execute (" << names << call.substr(call.find(')'));
  const plan::Plan plan = read_plan(copy);
  const plan::Operation& op = plan.launches[0].operations[0];
  CHECK(op.tensors[0].start[0] == plan::kSegmentBytes);
  CHECK(plan.storages[static_cast<std::size_t>(op.tensors[0].storage)].address ==
        plan::kSegmentBytes);
  CHECK(plan.storages[static_cast<std::size_t>(op.tensors[1].storage)].address ==
        2 * plan::kSegmentBytes);
}

TEST_CASE("a packed plan reads like the plan it was packed from", "[unit]") {
  Workspace space;
  const fs::path file = space.write("packed.json", pack_plan(fixture("mm_nested_m2_k2")));
  const plan::Plan packed = read_plan(file), plan = read_plan(fixture("mm_nested_m2_k2"));
  CHECK(packed.content_hash == plan.content_hash);
  CHECK(packed.name == plan.name);
  REQUIRE(packed.operation_count() == plan.operation_count());
  CHECK(packed.launches[0].operations[3].tensors[1].start ==
        plan.launches[0].operations[3].tensors[1].start);
  CHECK(packed.launches[0].name == plan.launches[0].name);
}

TEST_CASE("a bundle without plan.json packs into a plan of one launch", "[unit]") {
  Workspace space;
  const fs::path file = space.write("packed.json", pack_plan(workload("generated/01_add_128x256")));
  const plan::Plan plan = read_plan(file);
  CHECK(plan.name == "01_add_128x256");
  CHECK(plan.launches[0].bundle ==
        read_plan(workload("generated/01_add_128x256")).launches[0].bundle);
}

TEST_CASE("a plan is recognised by content whatever its file is called", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(fixture("transpose_unaligned"));
  fs::rename(copy / "plan.json", copy / "step.json");
  CHECK(read_plan(copy).name == "transpose_unaligned");
  CHECK(read_plan(copy / "step.json").content_hash ==
        read_plan(fixture("transpose_unaligned")).content_hash);
}

TEST_CASE("a bundle met again is packed once", "[unit]") {
  Workspace space;
  space.copy(workload("generated/01_add_128x256"));
  const fs::path file = space.write("plan.json", R"({"schema": "spyre-sim/plan/1", "name": "twice",
    "launches": [{"bundle": "01_add_128x256"}, {"bundle": "01_add_128x256"}]})");
  const std::string text = pack_plan(file);
  CHECK(Json::parse(text)["launches"][1]["bundle"]["same_as_launch"] == 0);
  const plan::Plan plan = read_plan(space.write("packed.json", text));
  CHECK(plan.launches[0].bundle == plan.launches[1].bundle);
  CHECK(plan.content_hash == read_plan(file).content_hash);
}

TEST_CASE(
    "a launch specification describes the arguments of its bundle, beside or inside the backend's "
    "folder",
    "[unit]") {
  const std::string spec = R"({"version": 1, "kernel_name": "add", "pool_size": 256, "args": [
    {"arg_index": 0, "role": "input", "shape": [128, 256], "dtype": "float16",
     "layout": {"device_size": [4, 128, 64], "stride_map": [64, 256, 1], "device_dtype": "SEN169_FP16"}},
    {"arg_index": 1, "role": "input", "shape": [128, 256], "dtype": "float16"},
    {"arg_index": 2, "role": "output", "shape": [128, 256], "dtype": "float16"}]})";
  for (const char* name : {"launch_spec.json", "spyreCodeDir/launch_spec.json"}) {
    Workspace space;
    const fs::path copy = space.copy(workload("generated/01_add_128x256"));
    space.write(copy / name, spec);
    const plan::Plan plan = read_plan(copy);
    REQUIRE(plan.launches[0].arguments.size() == 4);
    CHECK(plan.launches[0].arguments[0].role == plan::ArgumentRole::Pool);
    CHECK(plan.launches[0].arguments[1].host_strides == std::vector<std::int64_t>{256, 1});
    CHECK(storage_of(plan, plan.launches[0].arguments[1]).bytes == 4 * 128 * 128);
    CHECK(storage_of(plan, plan.launches[0].arguments[2]).bytes == 128 * 256 * 2);
  }
}

TEST_CASE("shapes of the command line describe inputs and outputs in order", "[unit]") {
  ReadOptions options;
  options.input_specs = {"128x256@fp16", "rowsx256"};
  options.output_specs = {"128x256@bf16"};
  options.bind = {{"rows", 128}};
  const plan::Plan plan = read_plan(workload("generated/01_add_128x256"), options);
  const std::vector<plan::Argument>& args = plan.launches[0].arguments;
  CHECK(args[1].host_shape == std::vector<std::int64_t>{128, 256});
  CHECK(args[1].layout->device_size == std::vector<std::int64_t>{4, 128, 64});
  CHECK(args[1].layout->stride_map == std::vector<std::int64_t>{64, 256, 1});
  CHECK(args[2].host_dtype == "bfloat16");
  options.input_specs.push_back("8");
  CHECK(contains(failure_of(workload("generated/01_add_128x256"), options).text,
                 "3 shapes (expected at most 2)"));
  options.input_specs = {"12y@fp16"};
  CHECK(failure_of(workload("generated/01_add_128x256"), options).kind == ErrorKind::Input);
  options.input_specs = {"8"};
  CHECK(contains(failure_of(fixture("transpose_unaligned"), options).text,
                 "describes its arguments itself"));
}

TEST_CASE("what is no plan gives one clear message", "[unit]") {
  Workspace space;
  const auto check = [](const fs::path& path, const std::string& text) {
    const Failure failure = failure_of(path);
    CHECK(failure.kind == ErrorKind::Input);
    CHECK(failure.problems == 1);
    CHECK_THAT(failure.text, Catch::Matchers::Contains(text));
  };
  check(space.root() / "nothing.json", "no such file");
  check(space.write("empty.json", " \n"), "file is empty");
  check(space.write("note.txt", "hello"), "is no plan");
  check(space.write("other/readme.md", "hello").parent_path(), "holds no plan");
  check(space.write("spec.json", R"({"kernel_name": "add", "args": []})"),
        "is no plan (expected the bundle's directory)");
  check(
      space.write("schema.json", R"({"schema": "spyre-sim/plan/9", "launches": [{"bundle": {}}]})"),
      "spyre-sim/plan/9");
  check(space.write("comma.json", "{\"schema\": \"spyre-sim/plan/1\",\n \"launches\": [1,, 2]}"),
        "comma.json:2:17");
  check(space.write("deep.json", std::string(1000, '[')), "nested too deeply");
  check(space.write("none.json", R"({"schema": "spyre-sim/plan/1", "launches": []})"),
        "no launches");
}

TEST_CASE("all problems of a plan's files are named at once", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(workload("generated/02_softmax_64x256"));
  fs::remove(copy / "sdsc_1.json");
  edit(copy / "sdsc_2.json", [](Json& json) { json["2_sub"].erase("numWkSlicesPerDim_"); });
  edit(copy / "sdsc_3.json",
       [](Json& json) { json["3_exp"]["dscs_"][0]["exp"]["labeledDs_"][0]["wordLength"] = 4; });
  const Failure failure = failure_of(copy);
  CHECK(failure.kind == ErrorKind::Input);
  CHECK(failure.problems == 3);
  CHECK_THAT(failure.text, Catch::Matchers::Contains("no file sdsc_1.json"));
  CHECK_THAT(failure.text, Catch::Matchers::Contains(
                               "sdsc_2.json#/2_sub: key \"numWkSlicesPerDim_\" is missing"));
  CHECK_THAT(failure.text, Catch::Matchers::Contains("SPN-05"));
}
