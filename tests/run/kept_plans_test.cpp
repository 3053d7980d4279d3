// Do kept plans, run on the card, move and compute what their shapes say?
#include <filesystem>

#include "sim/bundle/read.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"
#include "tests/models/card.hpp"
#include "tests/run/child.hpp"
#include "tests/support/catch.hpp"

namespace spyre::run {
namespace {

using observe::Result;

constexpr std::int64_t kFp16 = 2;

Result run_workload(const std::string& workload) {
  const plan::Plan plan =
      bundle::read_plan(std::filesystem::path(SPYRE_SOURCE_DIR) / "workloads" / workload);
  const params::ChipParams card = test::card();
  return simulate(schedule::make_program(plan, card), card);
}

test::Figures figures(const std::string& workload) {
  return test::figures_of(run_workload(workload));
}

TEST_CASE("exp of 2048 x 1024 reads and writes it once", "[golden]") {
  const test::Figures f = figures("captured/exp_2048x1024_c32");
  CHECK(f.read == Bytes(2048 * 1024 * kFp16));
  CHECK(f.written == f.read);
  CHECK(f.elements == 2048 * 1024);
  CHECK(f.macs == 0);
}

TEST_CASE("an addition of 2048 x 1024 reads two tensors and writes one", "[golden]") {
  const test::Figures f = figures("captured/add_2048x1024_c8");
  CHECK(f.read == Bytes(2 * 2048 * 1024 * kFp16));
  CHECK(f.written == Bytes(2048 * 1024 * kFp16));
}

TEST_CASE("one row added to all is read once, by all cores together", "[golden]") {
  const test::Figures f = figures("captured/bcastrow_2048x8192_c32");
  CHECK(f.read == Bytes((2048 + 1) * 8192 * kFp16));
  CHECK(f.written == Bytes(2048 * 8192 * kFp16));
}

TEST_CASE("squares summed over rows of 1024 write a stick a row", "[golden]") {
  const test::Figures f = figures("generated/09_exx2_128x1024");
  CHECK(f.read == Bytes(128 * 1024 * kFp16));
  CHECK(f.written == Bytes(128 * 128));
}

TEST_CASE("column maxima of 8192 x 2048 write one row", "[golden]") {
  const test::Figures f = figures("captured/amax_dim0_8192x2048_c32");
  CHECK(f.read == Bytes(8192 * 2048 * kFp16));
  CHECK(f.written == Bytes(2048 * kFp16));
}

TEST_CASE("a matmul on 4 x 8 cores reads A for every second tile column", "[golden]") {
  const test::Figures f = figures("captured/matmul_512x4096x4096_c32");
  // 128 rows and 512 columns a core in tiles of 128 x 256: two passes over A, one over B
  CHECK(f.read == Bytes((2 * 512 * 4096 + std::int64_t{4096} * 4096) * kFp16));
  CHECK(f.written == Bytes(512 * 4096 * kFp16));
  CHECK(f.macs == std::int64_t{512} * 4096 * 4096);
  CHECK(f.partial_sum == Bytes(0));
}

TEST_CASE("a matmul with K over 32 cores passes its partial sums on 31 times and stores once",
          "[golden]") {
  const test::Figures f = figures("captured/matmul_1x4096x4096_k32");
  const std::int64_t element = test::card().partial_sum_ring.element.count();
  CHECK(f.written == Bytes(4096 * kFp16));
  CHECK(f.macs == 4096 * 4096);
  CHECK(f.partial_sum == Bytes(31 * 4096 * element));
}

TEST_CASE("a change of the stick dimension reads and writes every byte once", "[golden]") {
  const test::Figures f = figures("generated/08_restickify_512x1024");
  CHECK(f.read == Bytes(512 * 1024 * kFp16));
  CHECK(f.written == f.read);
}

TEST_CASE("a transpose reads and writes every byte once", "[golden]") {
  const test::Figures f = figures("captured/transpose_8192x2048_c32");
  CHECK(f.read == Bytes(8192 * 2048 * kFp16));
  CHECK(f.written == f.read);
}

TEST_CASE("a gather of 64 rows of 256 reads them and 64 indices", "[golden]") {
  const test::Figures f = figures("generated/12_gather_64of1000x256");
  CHECK(f.read == Bytes(64 * 256 * kFp16 + 64 * 4));
  CHECK(f.written == Bytes(64 * 256 * kFp16));
}

TEST_CASE("a relayout in LX leaves memory alone", "[golden]") {
  const test::Figures f = figures("generated/17_lxrelayout_512x2048_rows_to_cols");
  CHECK(f.read == Bytes(0));
  CHECK(f.written == Bytes(0));
  CHECK(f.ring > Bytes(512 * 2048 * kFp16 / 2));
}

TEST_CASE("a softmax held in LX reads once at its beginning and writes once at its end",
          "[golden]") {
  const Result r = run_workload("softmax_512x1024");
  const std::vector<observe::OperationResult>& operations = r.launches.at(0).operations;
  REQUIRE(operations.size() == 6);
  for (std::size_t o = 0; o < operations.size(); ++o) {
    CAPTURE(o);
    CHECK(operations[o].read == Bytes(o == 0 ? 512 * 1024 * kFp16 : 0));
    CHECK(operations[o].written == Bytes(o == 5 ? 512 * 1024 * kFp16 : 0));
    CHECK(operations[o].elements == 512 * 1024);
  }
}

TEST_CASE("a loop over four tiles runs its operation four times", "[golden]") {
  const Result r = run_workload("generated/05_loop_add_512x256_4tiles");
  const observe::OperationResult& o = r.launches.at(0).operations.at(0);
  CHECK(o.trips == 4);
  CHECK(o.read == Bytes(2 * 512 * 256 * kFp16));
  CHECK(o.written == Bytes(512 * 256 * kFp16));
}

TEST_CASE("masked lanes travel with their sticks", "[golden]") {
  const test::Figures f = figures("generated/07c_sum_128x100");
  CHECK(f.read == Bytes(128 * 128 * kFp16));  // 100 columns in two sticks of 64
  CHECK(f.written == Bytes(128 * 128));
}

TEST_CASE("a matmul on one core is bound by its array", "[golden]") {
  const Result r = run_workload("captured/matmul_1024x1024x1024_c1");
  const params::ChipParams card = test::card();
  const observe::OperationResult& o = r.launches.at(0).operations.at(0);
  const Time ideal = Cycles(o.macs / card.pt.macs_per_cycle) / card.chip.core_clock;
  CHECK(o.pt_busy >= ideal);
  CHECK(o.time < scaled(ideal, card.pt.overhead_split_n) + nanoseconds(20'000));
}

TEST_CASE("a direct convolution fills the rows of the array", "[golden]") {
  const Result r = run_workload("captured/conv2d_direct_nhwc_58x64_3x3");
  const params::ChipParams card = test::card();
  const observe::OperationResult& o = r.launches.at(0).operations.at(0);
  CHECK(o.macs == std::int64_t{56} * 56 * 64 * 3 * 3 * 64);
  const Time ideal = Cycles(o.macs / card.pt.macs_per_cycle) / card.chip.core_clock;
  CHECK(o.pt_busy >= ideal);
  CHECK(o.pt_busy < 2 * ideal);
}

}  // namespace
}  // namespace spyre::run
