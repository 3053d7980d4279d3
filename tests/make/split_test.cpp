// Divisions over cores, by rule and as asked.
#include "models/base/error.hpp"
#include "sim/make/make.hpp"
#include "tests/support/catch.hpp"

#include <map>

namespace spyre::make {
namespace {

using Slices = std::map<std::string, std::int64_t>;

Slices slices(const plan::Operation& operation) {
  Slices out;
  for (const plan::Dim& dim : operation.dims) {
    if (dim.slices > 1) out[dim.name] = dim.slices;
  }
  return out;
}

Request request(const std::string& op, std::int64_t rows, std::int64_t cols, int cores = 32) {
  Request request;
  request.op = op;
  request.rows = rows;
  request.cols = cols;
  request.cores = cores;
  return request;
}

Slices planned(const Request& r) { return slices(make(r).launches[0].operations[0]); }

TEST_CASE("rows are divided first, unless there are more stick columns", "[arithmetic]") {
  CHECK(planned(request("neg", 512, 1024)) == Slices{{"mb", 32}});  // 512 rows, 16 stick columns
  CHECK(planned(request("neg", 16, 4096)) == Slices{{"out", 32}});  // 16 rows, 64 stick columns
  CHECK(planned(request("neg", 16, 1024)) == Slices{{"mb", 16}, {"out", 2}});
}

TEST_CASE("the division is the largest that goes into the dimension", "[arithmetic]") {
  CHECK(planned(request("neg", 1, 12800)) == Slices{{"out", 25}});  // 200 stick columns
  CHECK(planned(request("neg", 36, 64)) == Slices{{"mb", 18}});
  CHECK(planned(request("neg", 512, 64, 24)) == Slices{{"mb", 16}});
}

TEST_CASE("one reduced dimension takes the cores that are left", "[arithmetic]") {
  CHECK(planned(request("sumcol", 2048, 512)) ==
        Slices{{"mb", 8}, {"out", 4}});  // 8 stick columns, 4 parts of the rows
  CHECK(planned(request("sumrow", 8, 4096)) == Slices{{"mb", 8}, {"out", 4}});
  CHECK(planned(request("sumrow", 8, 100)) == Slices{{"mb", 8}});  // a masked dimension stays whole
}

TEST_CASE("a span over 256 MiB is divided before anything else", "[arithmetic]") {
  // Each stick column is rows * 128 bytes; 255.996 MiB hold fewer than 128 of the 256 columns.
  CHECK(planned(request("neg", 16384, 16384)) == Slices{{"out", 4}, {"mb", 8}});
  CHECK(planned(request("neg", 16384, 4096)) == Slices{{"mb", 32}});
}

TEST_CASE("cores of equal slices of k are neighbours", "[arithmetic]") {
  Request r;
  r.op = "mm";
  r.m = r.k = r.n = 512;
  r.split = Split{1, 2, 2, 4};
  const plan::Plan plan = make(r);
  const plan::Operation& op = plan.launches[0].operations[0];
  const auto dim = [&](const std::string& name) {
    std::size_t i = 0;
    while (op.dims[i].name != name) ++i;
    return i;
  };
  for (std::size_t core = 0; core < op.cores.size(); ++core) {
    CHECK(op.slice[core][dim("in")] == static_cast<std::int64_t>(core % 4));
    CHECK(op.slice[core][dim("mb")] == static_cast<std::int64_t>(core / 4 % 2));
    CHECK(op.slice[core][dim("out")] == static_cast<std::int64_t>(core / 8));
  }
}

TEST_CASE("a division that does not fit is refused with one that does", "[unit]") {
  Request r;
  r.op = "mm";
  r.m = r.k = r.n = 512;
  r.split = Split{2, 3, 5, 7};
  try {
    make(r);
    FAIL("the division was taken");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::Input);
    REQUIRE(error.problems().size() == 5);  // batch, three roles, their product
    CHECK(error.problems()[0].expected == "1");
    CHECK(error.problems()[1].expected == "a divisor such as 2");
    CHECK(error.problems()[2].expected == "a divisor such as 4");
    CHECK(error.problems()[3].expected == "a divisor such as 8");
    CHECK(error.problems()[4].expected == "at most 32 cores");
  }
}

}  // namespace
}  // namespace spyre::make
