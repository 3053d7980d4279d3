// Is a run described by where its time goes, and does the description survive a table?
#include "sim/interval/features.hpp"

#include "models/base/error.hpp"
#include "sim/make/make.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::interval;

namespace {

// A run of the plan in which operation i takes i + 1 microseconds.
observe::Result timed(const plan::Plan& plan) {
  observe::Result result;
  for (int l = 0; l < std::ssize(plan.launches); ++l) {
    const plan::Launch& launch = plan.launches[static_cast<std::size_t>(l)];
    observe::LaunchResult& timed = result.launches.emplace_back();
    timed.launch = l;
    timed.repeat = launch.repeat;
    for (int i = 0; i < std::ssize(launch.operations); ++i) {
      observe::OperationResult& operation = timed.operations.emplace_back();
      operation.launch = l;
      operation.operation = i;
      operation.cores =
          static_cast<int>(launch.operations[static_cast<std::size_t>(i)].cores.size());
      operation.time = std::chrono::microseconds(i + 1);
      result.kernel += operation.time;
    }
  }
  return result;
}

make::Request stream(const std::string& op) {
  make::Request request;
  request.op = op;
  request.rows = 2048;
  request.cols = 1024;
  request.cores = 16;
  return request;
}

}  // namespace

TEST_CASE("one operation takes the whole time", "[unit]") {
  const plan::Plan plan = make::make(stream("add"));
  const Features features = features_of(plan, timed(plan));
  CHECK(features.shares == std::map<std::string, double>{{"element-wise of two", 1}});
  CHECK(features.cores == 16);
  CHECK(features.launch_us == Approx(1));
}

TEST_CASE("an operation that reads what an earlier one wrote is told apart", "[unit]") {
  make::Request request = stream("add3");
  request.lx_planning = false;
  const plan::Plan plan = make::make(request);
  REQUIRE(plan.operation_count() == 2);
  const Features features = features_of(plan, timed(plan));
  CHECK(features.shares ==
        std::map<std::string, double>{{"element-wise of two", 0.333},
                                      {"element-wise of two of a result", 0.667}});
}

TEST_CASE("shares survive their text", "[arithmetic]") {
  const std::map<std::string, double> shares{{"copy into a part", 0.25}, {"matmul", 0.75}};
  CHECK(shares_text(shares) == "copy into a part 0.250; matmul 0.750");
  CHECK(shares_of(shares_text(shares), "t.csv:2") == shares);
  CHECK(shares_of("", "t.csv:2").empty());
  CHECK_THROWS_AS(shares_of("matmul", "t.csv:2"), Error);
  CHECK_THROWS_AS(shares_of("matmul 0.5x", "t.csv:2"), Error);
}
