// Do symbolic dimensions take their run-time size, and do addresses follow it?
#include "tests/bundle/workspace.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::bundle;
using namespace spyre::bundle::test;

namespace {

// dyn_add: (S, 64) fp16, S split over 4 cores, traced at 128, at most 1024 in steps of 64.
void check_sizes(const plan::Plan& plan, std::int64_t s) {
  const plan::Operation& op = plan.launches[0].operations[0];
  const auto mb = static_cast<std::size_t>(op.dims[0].name == "mb" ? 0 : 1);
  CHECK(op.dims[mb].symbolic);
  CHECK(op.dims[mb].extent == s);
  CHECK(op.dims[mb].per_core == s / 4);
  CHECK(op.dims[mb].declared_maximum == 1024);
  CHECK(op.dims[mb].granularity == 64);
  for (const plan::Tensor& tensor : op.tensors) {
    for (std::size_t core = 0; core < 4; ++core) {
      CHECK(tensor.start[core] - tensor.start[0] ==
            static_cast<std::int64_t>(core) * (s / 4) * 128);
    }
    CHECK(tensor.allocated_bytes() == s * 128);
    CHECK(tensor.core_bytes() == s / 4 * 128);
  }
  CHECK(plan.launches[0].symbols.at("sym_0_1") == s);
}

}  // namespace

TEST_CASE("a symbolic dimension takes the first host dimension of the first input, with a note",
          "[unit]") {
  const plan::Plan plan = read_plan(fixture("dyn_add"));
  check_sizes(plan, 128);
  REQUIRE(plan.notes.size() == 4);
  CHECK(plan.notes[0].message == "sym_0_1 = 128, the first dimension of the first input");
  CHECK(plan.notes[1].id == "SYM-07");
}

TEST_CASE("a binding gives a symbolic dimension its size by any of its names", "[unit]") {
  for (const char* name : {"sym_0_1", "0_1", "s33"}) {
    ReadOptions options;
    options.bind = {{name, 256}};
    check_sizes(read_plan(fixture("dyn_add"), options), 256);
  }
}

TEST_CASE("the launch's symbols come first", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(fixture("dyn_add"));
  edit(copy / "plan.json", [](Json& plan) { plan["launches"][0]["symbols"] = {{"sym_0_1", 192}}; });
  check_sizes(read_plan(copy), 192);
}

TEST_CASE("without arguments a symbolic dimension takes its declared maximum", "[unit]") {
  const plan::Plan plan = read_plan(fixture("dyn_add/k00_sdsc_fused_add_0"));
  check_sizes(plan, 1024);
  ReadOptions options;
  options.input_specs = {"320x64"};
  check_sizes(read_plan(fixture("dyn_add/k00_sdsc_fused_add_0"), options), 320);
}

TEST_CASE("SYM-06: sizes are multiples of the granularity up to the maximum", "[unit]") {
  for (const std::int64_t size : {96, 1088}) {
    ReadOptions options;
    options.bind = {{"sym_0_1", size}};
    const Failure failure = failure_of(fixture("dyn_add"), options);
    CHECK(failure.kind == ErrorKind::Plan);
    CHECK_THAT(failure.text, Catch::Matchers::Contains("a multiple of 64 up to 1024"));
  }
}

TEST_CASE("a binding nobody uses is refused with the names there are", "[unit]") {
  ReadOptions options;
  options.bind = {{"batch", 2}};
  CHECK_THAT(failure_of(fixture("dyn_add"), options).text,
             Catch::Matchers::Contains(
                 "--bind batch: the plan has no such symbolic dimension (expected sym_0_1)"));
}

TEST_CASE("records about the parameters name the dimension and the argument that holds it",
          "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(fixture("dyn_add"));
  space.write(copy / "k00_sdsc_fused_add_0/symbol_kinds.json",
              R"([{"kind": "kernel", "arg_index": 0}, {"kind": "kernel",
    "arg_index": 1}, {"kind": "kernel", "arg_index": 2}, {"kind": "dimension", "arg_index": 1, "dim_index": 1, "pytorch_sym": "rows"}])");
  check_sizes(read_plan(copy), 64);
  ReadOptions options;
  options.bind = {{"rows", 512}};
  check_sizes(read_plan(copy, options), 512);
}
