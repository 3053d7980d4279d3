// Are the bytes of a plan those of its tensors?
#include "sim/validate/traffic.hpp"

#include "sim/bundle/read.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::validate;

namespace {

constexpr std::int64_t kFp16 = 2;

plan::Plan captured(const std::string& name) {
  return bundle::read_plan(SPYRE_SOURCE_DIR "/workloads/captured/" + name);
}

}  // namespace

TEST_CASE("an addition moves three matrices, on one core or on many", "[golden]") {
  for (const char* name : {"add_2048x1024_c1", "add_2048x1024_c32"}) {
    INFO(name);
    CHECK(memory_bytes(captured(name).launches.at(0)) == 3 * 2048 * 1024 * kFp16);
  }
}

TEST_CASE("a matmul moves each matrix once, however many cores share it", "[golden]") {
  const plan::Plan plan = captured("matmul_512x4096x4096_c32");
  CHECK(memory_bytes(plan.launches.at(0)) == (512 * 4096 + 4096 * 4096 + 512 * 4096) * kFp16);
}

TEST_CASE("values kept in the scratchpad move no bytes", "[golden]") {
  const plan::Plan plan = captured("softmax_512x1024_c32_lx1");
  CHECK(memory_bytes(plan.launches.at(0)) == 2 * 512 * 1024 * kFp16);
}

TEST_CASE("an operation in a loop moves its operands on every trip", "[golden]") {
  const plan::Plan plan =
      bundle::read_plan(SPYRE_SOURCE_DIR "/workloads/generated/05_loop_add_512x256_4tiles");
  CHECK(memory_bytes(plan.launches.at(0)) == 3 * 512 * 256 * kFp16);
}

TEST_CASE("the ratio to a measurement is that of one launch", "[golden]") {
  plan::Plan plan = captured("add_2048x1024_c32");
  const std::int64_t bytes = 3 * 2048 * 1024 * kFp16;
  CHECK(traffic_ratio(plan, bytes) == Approx(1));
  plan.launches[0].repeat = 5;
  CHECK(traffic_ratio(plan, bytes) == Approx(1));
  CHECK(traffic_ratio(plan, bytes / 3) == Approx(3));
}
