// Do real compiled programs give the values they were compiled for?
#include "tests/execute/case_values.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace spyre::execute {
namespace {

using test::Distance;

constexpr double kOneRounding = 1.05 / 1024;  // of SEN169, relative
constexpr double kExact = 0;

struct Limits {
  double of_largest, relative;
};
constexpr Limits kCopy{kExact, kExact};
constexpr Limits kSingle{INFINITY, kOneRounding};
constexpr Limits kFp32{INFINITY, 1e-6};
constexpr Limits kChain{4e-3, INFINITY};

void check_case(const std::string& name, Limits limits) {
  INFO(name);
  const plan::Plan plan = test::read_case(name);
  const Values values = execute(plan);
  CHECK(values.agree());
  REQUIRE_FALSE(values.tensors.empty());
  for (const TensorComparison& tensor : values.tensors) {
    const Distance distance = test::literal_distance(plan, values, tensor.name);
    CHECK(distance.of_largest <= limits.of_largest);
    CHECK(distance.relative <= limits.relative);
  }
  for (const check::Finding& finding : values.findings)
    CHECK(finding.severity != check::Severity::Error);
}

TEST_CASE("element-wise operations agree within one rounding", "[golden]") {
  check_case("bcast_row", kSingle);
  check_case("where_bool", kSingle);
  check_case("exp_unaligned_8x100", kSingle);
}

TEST_CASE("reductions agree, over cores and over padded sticks", "[golden]") {
  check_case("red_amax_stick_pad100", kSingle);
  check_case("red_sum_all_32", kSingle);
  check_case("fp32_sum", kFp32);
}

TEST_CASE("matrix products agree, split over the reduction, in loops, and handed on in scratchpads",
          "[golden]") {
  check_case("mm_ksplit4", kSingle);
  check_case("mm_relu_mm", kChain);
  check_case("mm_nested_m2_k2", kChain);
}

TEST_CASE("windows agree", "[golden]") {
  check_case("conv2d_direct_nhwc_3x3_s1", kChain);
  check_case("avg_pool2d_nhwc_k2", kSingle);
}

TEST_CASE("layer norm and top-k agree", "[golden]") {
  check_case("layernorm", kChain);
  check_case("topk_k1", kCopy);
}

TEST_CASE("conversions agree, with the lanes the card leaves them in", "[golden]") {
  check_case("cast_f16_f32", kCopy);
  check_case("fp8_scaled_mm_64x128x64", kChain);
}

TEST_CASE("copies move bits", "[golden]") {
  check_case("transpose_unaligned", kCopy);
  check_case("cat0", kCopy);
  check_case("embedding_i32", kCopy);
}

TEST_CASE("a scatter whose indexed dimension is not outermost runs with a warning", "[golden]") {
  check_case("index_put", kCopy);
  const std::vector<check::Finding> found =
      test::findings_of(execute(test::read_case("index_put")), "IND-02");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == check::Severity::Warning);
  CHECK(found[0].found.find("128 rows") != std::string::npos);
}

TEST_CASE("a symbolic dimension takes the size of the launch", "[golden]") {
  check_case("dyn_add", kSingle);
}

TEST_CASE("an output that the host casts is read from the tensor the plan names", "[golden]") {
  check_case("int64_add", kCopy);
}

TEST_CASE("two runs of one plan give the same bytes", "[golden]") {
  for (const char* name : {"mm_relu_mm", "layernorm"}) {
    const plan::Plan plan = test::read_case(name);
    const Values a = execute(plan), b = execute(plan);
    REQUIRE(a.arrays.size() == b.arrays.size());
    for (std::size_t i = 0; i < a.arrays.size(); ++i)
      CHECK(a.arrays[i].array.bytes == b.arrays[i].array.bytes);
  }
}

}  // namespace
}  // namespace spyre::execute
