// Kernels of several operations against the front end's (workloads/captured), offsets in the
// scratchpads aside.
#include "sim/bundle/read.hpp"
#include "sim/make/make.hpp"
#include "tests/make/plan_lines.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

namespace spyre::make {
namespace {

plan::Plan without_lx_offsets(plan::Plan plan) {
  for (plan::Launch& launch : plan.launches) {
    for (plan::Operation& operation : launch.operations) {
      for (plan::Tensor& tensor : operation.tensors) {
        if (tensor.in_lx()) std::fill(tensor.start.begin(), tensor.start.end(), 0);
      }
    }
  }
  return plan;
}

Request with(std::vector<std::pair<std::string, std::string>> fields) {
  Request request;
  for (const auto& [name, value] : fields) set_field(request, name, value);
  return request;
}

void check_captured(const std::string& name, const Request& request) {
  INFO(name);
  const plan::Plan real =
      bundle::read_plan(SPYRE_SOURCE_DIR "/workloads/captured/" + name + "/plan.json");
  CHECK(test::differences(without_lx_offsets(real), without_lx_offsets(make(request))) ==
        std::vector<std::string>{});
}

TEST_CASE("the host type of a plan is the one asked for", "[unit]") {
  for (const std::string dtype : {"float16", "bfloat16", "float32"}) {
    const plan::Plan plan =
        make(with({{"op", "add"}, {"rows", "64"}, {"cols", "128"}, {"dtype", dtype}}));
    for (const plan::Argument& argument : plan.launches.front().arguments) {
      if (argument.role != plan::ArgumentRole::Pool) CHECK(argument.host_dtype == dtype);
    }
  }
}

TEST_CASE("a relayout moves a tensor between scratchpads from one division to another", "[unit]") {
  Request request;
  request.op = "relayout";
  request.rows = 512;
  request.cols = 2048;
  request.cores = 8;
  request.split = Split{1, 1, 8, 1};
  const plan::Plan plan = make(request);
  REQUIRE(plan.operation_count() == 3);
  const plan::Operation& shuffle = plan.launches.front().operations[1];
  CHECK(shuffle.op == plan::OpCode::Shuffle);
  CHECK(shuffle.tensors.front().in_lx());
  CHECK(shuffle.tensors.back().in_lx());
  REQUIRE(shuffle.tensors.front().own_slice);
  CHECK(*shuffle.tensors.front().own_slice != shuffle.slice);
}

TEST_CASE(
    "norms, attention and the gated MLP keep in the scratchpads what the front end keeps there",
    "[golden]") {
  check_captured("rms_norm_512x4096",
                 with({{"op", "rms_norm"}, {"rows", "512"}, {"cols", "4096"}}));
  check_captured("rms_norm_1x4096", with({{"op", "rms_norm"}, {"rows", "1"}, {"cols", "4096"}}));
  check_captured("layer_norm_512x4096",
                 with({{"op", "layer_norm"}, {"rows", "512"}, {"cols", "4096"}}));
  check_captured("layer_norm_512x768",
                 with({{"op", "layer_norm"}, {"rows", "512"}, {"cols", "768"}}));
  check_captured("attn_plain_32h_512",
                 with({{"op", "attention"}, {"tokens", "512"}, {"kv", "512"}}));
  check_captured("attn_plain_decode1_kv576",
                 with({{"op", "attention"}, {"tokens", "1"}, {"kv", "576"}}));
  for (const std::string tokens : {"1", "4", "16", "64", "512"}) {
    check_captured("swiglu_granite_" + tokens + "tok",
                   with({{"op", "swiglu"}, {"tokens", tokens}}));
  }
  check_captured("swiglu_granite_512tok_nolx",
                 with({{"op", "swiglu"}, {"tokens", "512"}, {"lx_planning", "0"}}));
}

std::int64_t macs(const plan::Plan& plan) {
  std::int64_t sum = 0;
  for (const plan::Operation& operation : plan.launches[0].operations) {
    if (!plan::is_matmul(operation.op)) continue;
    std::int64_t product = 1;
    for (const plan::Dim& dim : operation.dims) product *= dim.extent;
    sum += product;
  }
  return sum;
}

TEST_CASE("a decoder layer multiplies what its shapes say, in prefill and decode", "[arithmetic]") {
  constexpr std::int64_t kHidden = 4096, kKv = 8 * 128, kFfn = 12800, kHeads = 32, kHead = 128;
  constexpr std::int64_t kWeights = 2 * kHidden * kHidden + 2 * kHidden * kKv + 3 * kHidden * kFfn;
  const plan::Plan prefill = make(with({{"op", "decoder"}, {"tokens", "512"}}));
  CHECK(macs(prefill) == 512 * kWeights + 2 * kHeads * 512 * 512 * kHead);
  const plan::Plan decode =
      make(with({{"op", "decoder"}, {"tokens", "1"}, {"kv", "576"}, {"layers", "40"}}));
  CHECK(macs(decode) == kWeights + 2 * kHeads * 576 * kHead);
  CHECK(decode.launches[0].repeat == 40);
}

TEST_CASE("new keys go behind the cached ones", "[unit]") {
  const plan::Plan plan = make(with({{"op", "decoder"},
                                     {"tokens", "2"},
                                     {"kv", "66"},
                                     {"hidden", "256"},
                                     {"heads", "4"},
                                     {"kv_heads", "2"},
                                     {"ffn", "256"}}));
  std::vector<std::int64_t> begins;  // of copies into a value of 66 rows, in bytes from its start
  for (const plan::Operation& operation : plan.launches[0].operations) {
    const plan::Tensor& out = operation.tensors[static_cast<std::size_t>(operation.outputs[0])];
    for (std::size_t dim = 0; dim < out.dims.size(); ++dim) {
      const bool part =
          operation.dims[dim].extent + out.dims[dim].back_gap == 66 && out.dims[dim].back_gap > 0;
      if (part) begins.push_back(out.start[0]);
    }
  }
  REQUIRE(begins.size() == 4);  // cache and new rows, of keys and of values
  constexpr std::int64_t kSticksPerRow = 128 / 64;
  CHECK(begins[1] - begins[0] == 64 * kSticksPerRow * 128);
  CHECK(begins[3] - begins[2] == 64 * kSticksPerRow * 128);
}

TEST_CASE("a layer that cannot be built says why", "[unit]") {
  CHECK_THROWS_WITH(make(with({{"op", "decoder"},
                               {"tokens", "4"},
                               {"kv", "3"},
                               {"kv_heads", "7"},
                               {"head_dim", "64"}})),
                    Catch::Contains("kv") && Catch::Contains("a divisor") &&
                        Catch::Contains("a multiple of 128"));
}

}  // namespace
}  // namespace spyre::make
