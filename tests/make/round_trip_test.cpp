// Plans that are written and read again.
#include "sim/bundle/read.hpp"
#include "sim/bundle/write.hpp"
#include "sim/make/make.hpp"
#include "tests/make/plan_lines.hpp"
#include "tests/support/catch.hpp"

#include <fstream>
#include <iterator>
#include <string>

namespace spyre::make {
namespace {

plan::Plan written_and_read(const plan::Plan& plan, const std::string& name) {
  const std::filesystem::path directory =
      std::filesystem::path(SPYRE_BINARY_DIR) / "make_round_trip" / name;
  std::filesystem::remove_all(directory);
  bundle::write_plan(plan, directory);
  return bundle::read_plan(directory / "plan.json");
}

TEST_CASE("a real plan comes back from its files as it was", "[unit]") {
  for (const std::string name :
       {"softmax_512x1024_c32_lx1", "embedding_4096x1024_64", "conv2d_direct_nhwc_58x64_3x3",
        "fp8_scaled_mm_512x4096x4096", "granite_layer_decode1_kv576_sdpa"}) {
    INFO(name);
    const plan::Plan plan =
        bundle::read_plan(SPYRE_SOURCE_DIR "/workloads/captured/" + name + "/plan.json");
    CHECK(test::differences(plan, written_and_read(plan, name)) == std::vector<std::string>{});
  }
}

TEST_CASE("a built plan comes back with its arguments, names and addresses", "[unit]") {
  for (const std::string op :
       {"mm", "softmax_row_tiling", "add3", "add3_sep", "transpose", "bmm_wd_3d2d", "mean"}) {
    INFO(op);
    Request request;
    request.op = op;
    request.m = request.k = request.n = request.rows = request.cols = 512;
    request.batch = 4;
    request.tiles = op == "softmax_row_tiling" ? 4 : 1;
    const plan::Plan built = make(request), read = written_and_read(built, op);
    CHECK(test::differences(built, read) == std::vector<std::string>{});
    REQUIRE(read.storages.size() == built.storages.size());
    for (std::size_t i = 0; i < built.storages.size(); ++i) {
      CHECK(read.storages[i].name == built.storages[i].name);
      CHECK(read.storages[i].address == built.storages[i].address);
      CHECK(read.storages[i].bytes == built.storages[i].bytes);
    }
    REQUIRE(read.launches[0].arguments.size() == built.launches[0].arguments.size());
    for (std::size_t i = 0; i < built.launches[0].arguments.size(); ++i) {
      const plan::Argument &a = built.launches[0].arguments[i], &b = read.launches[0].arguments[i];
      CHECK(a.tensor == b.tensor);
      CHECK(a.host_shape == b.host_shape);
      CHECK(a.host_strides == b.host_strides);
      CHECK(a.host_dtype == b.host_dtype);
      CHECK(a.layout.has_value() == b.layout.has_value());
      if (a.layout && b.layout) CHECK(a.layout->device_size == b.layout->device_size);
      if (a.layout && b.layout) CHECK(a.layout->stride_map == b.layout->stride_map);
    }
  }
}

TEST_CASE("the same plan gives the same bytes", "[unit]") {
  Request request;
  request.op = "softmax";
  request.rows = request.cols = 256;
  written_and_read(make(request), "first");
  written_and_read(make(request), "second");
  const auto text = [](const std::string& name) {
    std::ifstream in(SPYRE_BINARY_DIR "/make_round_trip/" + name + "/k00_softmax/bundle.mlir");
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  CHECK(!text("first").empty());
  CHECK(text("first") == text("second"));
}

TEST_CASE("data operations cannot be written and are refused by name", "[unit]") {
  Request request;
  request.op = "add";
  request.rows = request.cols = 64;
  plan::Plan plan = make(request);
  plan.launches[0].operations[0].data_ops.emplace_back();
  CHECK_THROWS_WITH(bundle::write_plan(plan, SPYRE_BINARY_DIR "/make_round_trip/refused"),
                    Catch::Contains("data operations"));
}

}  // namespace
}  // namespace spyre::make
