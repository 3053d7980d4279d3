// Are the names of plans short, and different from each other?
#include "sim/cli/plan_names.hpp"

#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::cli;

TEST_CASE("a plan is named by its folder or by its file without ending", "[arithmetic]") {
  const report::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "softmax.v2");
  CHECK(plan_name(folder / "softmax.v2") == "softmax.v2");
  CHECK(plan_name(folder / "softmax.v2/") == "softmax.v2");
  CHECK(plan_name(folder / "softmax.v2/plan.json") == "softmax.v2");
  CHECK(plan_name(folder / "softmax.v2/bundle.mlir") == "softmax.v2");
  CHECK(plan_name(folder / "softmax.v2/sdsc_0.json") == "sdsc_0");
}

TEST_CASE("equal names get a number", "[arithmetic]") {
  CHECK(plan_names({"a/x.json", "b/x.json", "y.json", "c/x.json"}) ==
        std::vector<std::string>{"x", "x-2", "y", "x-3"});
}
