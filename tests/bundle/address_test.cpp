// Do the start addresses of real plans follow from slices, alphas and strides?
#include "tests/bundle/address_check.hpp"

#include "tests/bundle/workspace.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::bundle;
using namespace spyre::bundle::test;

namespace {

void check_folder(const fs::path& folder, std::int64_t least_nodes) {
  std::int64_t nodes = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory()) continue;
    const AddressCheck check = check_addresses(read_plan(entry.path()));
    CAPTURE(entry.path());
    CHECK(check.wrong.empty());
    nodes += check.nodes;
  }
  CHECK(nodes >= least_nodes);
}

}  // namespace

TEST_CASE("addresses of captured plans follow from their own geometry", "[golden]") {
  check_folder(workload("captured"), 1000);
}

TEST_CASE("addresses of generated plans follow from their own geometry", "[golden]") {
  check_folder(workload("generated"), 60);
}

TEST_CASE(
    "addresses of plans with loops, windows, gathers and symbols follow from their own geometry",
    "[golden]") {
  check_folder(fixture(""), 25);
}
