// Where intermediate values live.
#include "sim/make/make.hpp"
#include "tests/support/catch.hpp"

namespace spyre::make {
namespace {

Request softmax(std::int64_t rows, std::int64_t cols) {
  Request request;
  request.op = "softmax_row_tiling";
  request.rows = rows;
  request.cols = cols;
  return request;
}

const plan::Tensor& result(const plan::Plan& plan, std::size_t operation) {
  const plan::Operation& op = plan.launches[0].operations[operation];
  return op.tensors[static_cast<std::size_t>(op.outputs[0])];
}

TEST_CASE("what fits stays in the scratchpads, small values first", "[unit]") {
  const plan::Plan plan = make(softmax(512, 1024));
  constexpr std::int64_t kRows = 512 / 32;
  CHECK(result(plan, 0).in_lx());  // the largest of each row: one stick a row
  CHECK(result(plan, 0).start[0] == 0);
  CHECK(result(plan, 1).start[0] == kRows * 128);
  CHECK(result(plan, 2).start[0] == kRows * 128);  // exp works in place
  CHECK(result(plan, 3).start[0] == 0);            // nobody needs the largest any more
  CHECK_FALSE(result(plan, 4).in_lx());
}

TEST_CASE("without planning everything between goes to the pool and is reused there", "[unit]") {
  Request request = softmax(512, 1024);
  request.lx_planning = false;
  const plan::Plan plan = make(request);
  constexpr std::int64_t kStatistics = 512 * 128, kWhole = 512 * 1024 * 2;
  const std::int64_t pool = plan.storages[0].address;
  CHECK(plan.storages[0].pool);
  CHECK(plan.storages[0].bytes == kStatistics + 2 * kWhole);
  CHECK(result(plan, 0).start[0] - pool == 0);
  CHECK(result(plan, 1).start[0] - pool == kStatistics);
  CHECK(result(plan, 2).start[0] - pool == kStatistics + kWhole);
  CHECK(result(plan, 3).start[0] - pool == 0);
}

TEST_CASE("a tile that does not fit goes to memory, and is not copied out of it", "[unit]") {
  Request request = softmax(16384, 4096);
  request.tiles = 2;  // 256 rows of 8 KiB a core: 2 MiB
  const plan::Plan plan = make(request);
  CHECK(plan.launches[0].operations.size() == 5);
  CHECK_FALSE(result(plan, 1).in_lx());
  CHECK(plan.launches[0].loops[0].trips == 2);
  CHECK(result(plan, 4).loop_stride[0] == 16384 / 2 * 128);
  request.tiles = 16;
  CHECK(make(request).launches[0].operations.size() == 6);
}

TEST_CASE("a smaller share of the scratchpads holds less", "[unit]") {
  Request request = softmax(512, 1024);
  request.lx_bytes = 16 * 1024 * 2;  // the rows of a core, and not a byte for their statistics
  const plan::Plan plan = make(request);
  CHECK(result(plan, 0).in_lx());
  CHECK_FALSE(result(plan, 1).in_lx());
}

}  // namespace
}  // namespace spyre::make
