// Are operations told apart by what they do?
#include "sim/interval/kind.hpp"

#include "sim/make/make.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::interval;

namespace {

make::Request matmul(const std::string& op, std::int64_t batch, const make::Split& split) {
  make::Request request;
  request.op = op;
  request.batch = batch;
  request.m = 256;
  request.k = 512;
  request.n = 256;
  request.split = split;
  return request;
}

make::Request stream(const std::string& op, std::int64_t middle = 0) {
  make::Request request;
  request.op = op;
  request.rows = 256;
  request.cols = 512;
  request.middle = middle;
  return request;
}

std::string first_kind(const make::Request& request) {
  return kind_of(make::make(request).launches.front(), 0);
}

}  // namespace

TEST_CASE("matmuls differ by batch, shared weight and divisions", "[unit]") {
  CHECK(first_kind(matmul("mm", 1, {1, 4, 2, 1})) == "matmul");
  CHECK(first_kind(matmul("mm", 1, {1, 4, 2, 2})) == "matmul with K split");
  CHECK(first_kind(matmul("bmm_wd", 4, {1, 4, 2, 1})) == "batched matmul");
  CHECK(first_kind(matmul("bmm_wd", 4, {4, 2, 1, 1})) == "batched matmul with a split batch");
  CHECK(first_kind(matmul("bmm_wd_3d2d", 4, {1, 4, 2, 1})) == "matmul with a shared weight");
}

TEST_CASE("element-wise operations differ by what their operands lack", "[unit]") {
  CHECK(first_kind(stream("neg")) == "element-wise");
  CHECK(first_kind(stream("add")) == "element-wise of two");
  CHECK(first_kind(stream("copy")) == "element-wise with a number");
  CHECK(first_kind(stream("bcast")) == "broadcast over rows");
  CHECK(first_kind(stream("bcastcol")) == "broadcast over lanes");
  CHECK(first_kind(stream("write")) == "outer product");
}

TEST_CASE("reductions and copies differ by direction and order", "[unit]") {
  CHECK(first_kind(stream("sumrow")) == "reduction of lanes");
  CHECK(first_kind(stream("sumcol")) == "reduction of rows");
  CHECK(first_kind(stream("transpose")) == "transposition");
  CHECK(first_kind(stream("transpose_outer", 4)) == "permuting copy");
  CHECK(first_kind(stream("cat1")) == "copy into a part");
}

TEST_CASE("matmuls of a tile loop are a kind of their own", "[unit]") {
  make::Request request = matmul("matmul_row_tiling", 1, {1, 4, 2, 1});
  request.tiles = 4;
  const plan::Plan plan = make::make(request);
  const plan::Launch& launch = plan.launches.front();
  int looped = 0;
  for (int i = 0; i < std::ssize(launch.operations); ++i) {
    if (launch.trips(i) == 1) continue;
    ++looped;
    CHECK_THAT(kind_of(launch, i), Catch::Matchers::EndsWith(" in a loop"));
  }
  CHECK(looped > 0);
}
