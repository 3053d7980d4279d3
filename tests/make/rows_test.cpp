// Requests behind rows of the measured tables, and requests that cannot be met.
#include "models/base/error.hpp"
#include "sim/make/make.hpp"
#include "tests/make/plan_lines.hpp"
#include "tests/support/catch.hpp"

namespace spyre::make {
namespace {

TEST_CASE("a row of the sweep becomes the request behind it", "[unit]") {
  const Request r = request_for_row({{"id", "sw0005"},
                                     {"category", "bmm"},
                                     {"op", "bmm_layout"},
                                     {"batch", "16"},
                                     {"M", "512"},
                                     {"K", "2048"},
                                     {"N", "1024"},
                                     {"rows", ""},
                                     {"tiles", "0"},
                                     {"lx_planning", "0"},
                                     {"cores", "32"},
                                     {"split_mxnxk", "4x8x1"},
                                     {"layout_a_b", "0,1,2|1,0,2"},
                                     {"kernel_us", "1516.328"}});
  CHECK(r.op == "bmm_layout");
  CHECK(r.batch == 16);
  CHECK(r.m == 512);
  CHECK(r.k == 2048);
  CHECK(r.n == 1024);
  CHECK(r.tiles == 1);
  CHECK_FALSE(r.lx_planning);
  CHECK(r.layout_a == "0,1,2");
  CHECK(r.layout_b == "1,0,2");
  REQUIRE(r.split);
  CHECK(r.split->batch == 1);
  CHECK(r.split->m == 4);
  CHECK(r.split->n == 8);
  CHECK(r.split->k == 1);
}

TEST_CASE("cores beyond m x n x k divide the batch", "[unit]") {
  const Request r = request_for_row({{"op", "bmm_wd"},
                                     {"batch", "8"},
                                     {"M", "1024"},
                                     {"K", "2048"},
                                     {"N", "1024"},
                                     {"cores", "32"},
                                     {"split_mxnxk", "2x2x1"}});
  REQUIRE(r.split);
  CHECK(r.split->batch == 8);  // 32 / (2 * 2 * 1)
}

TEST_CASE("a row of forced divisions becomes a matmul with that division", "[unit]") {
  const Request r = request_for_row({{"id", "gs000"},
                                     {"batch", "1"},
                                     {"M", "512"},
                                     {"N", "1024"},
                                     {"K", "4096"},
                                     {"split_batch", "1"},
                                     {"split_m", "16"},
                                     {"split_n", "1"},
                                     {"split_k", "2"}});
  CHECK(r.op == "mm");
  CHECK(r.n == 1024);
  CHECK(r.k == 4096);
  REQUIRE(r.split);
  CHECK(r.split->m == 16);
  CHECK(r.split->k == 2);
}

TEST_CASE("32 heads are a batch whichever column they stand in", "[unit]") {
  const Request r = request_for_row({{"id", "gs200"},
                                     {"batch", "512"},
                                     {"M", "32"},
                                     {"N", "512"},
                                     {"K", "128"},
                                     {"split_batch", "1"},
                                     {"split_m", "16"},
                                     {"split_n", "1"},
                                     {"split_k", "2"}});
  CHECK(r.op == "bmm");
  CHECK(r.batch == 32);
  CHECK(r.m == 512);
  REQUIRE(r.split);
  CHECK(r.split->batch == 16);
  CHECK(r.split->m == 1);
}

TEST_CASE("scratchpad planning changes nothing in kernels of one operation", "[unit]") {
  for (const char* op : {"transpose_outer", "cat0", "add", "sumrow", "copy"}) {
    INFO(op);
    Request request;
    request.op = op;
    request.rows = 2048;
    request.middle = 4;
    request.cols = 1024;
    const plan::Plan planned = make(request);
    REQUIRE(planned.operation_count() == 1);
    request.lx_planning = false;
    CHECK(test::differences(planned, make(request)) == std::vector<std::string>{});
  }
}

TEST_CASE("a request says everything that is wrong with it at once", "[unit]") {
  Request r;
  r.op = "matmul_row_tiling";
  r.m = 100;
  r.n = 64;
  r.tiles = 3;
  r.cores = 33;
  r.dtype = "float64";
  try {
    make(r);
    FAIL("the request was taken");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::Input);
    REQUIRE(error.problems().size() == 4);
    CHECK(error.problems()[0].where == "k");
    CHECK(error.problems()[1].where == "cores");
    CHECK(error.problems()[2].expected ==
          "a divisor of 100 rows that leaves at least two in a tile");
    CHECK(error.problems()[3].where == "dtype");
  }
}

TEST_CASE("unknown names are answered with the nearest", "[unit]") {
  Request r;
  r.op = "sofmax";
  CHECK_THROWS_WITH(make(r), Catch::Contains("'softmax'"));
  CHECK_THROWS_WITH(set_field(r, "head", "3"), Catch::Contains("'heads'"));
  CHECK_THROWS_WITH(set_field(r, "split", "4x8"), Catch::Contains("MxNxK"));
  CHECK_THROWS_WITH(request_for_row({{"id", "1"}}), Catch::Contains("'op'"));
}

}  // namespace
}  // namespace spyre::make
