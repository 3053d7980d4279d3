// Do problems of the reader become findings with rule, file, line and pointer?
#include "sim/cli/reading.hpp"

#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::cli;

namespace {

check::Finding finding_of(const Problem& problem) {
  return findings_of(Error(ErrorKind::Plan, std::vector<Problem>{problem})).at(0);
}

}  // namespace

TEST_CASE("the rule of a problem becomes the id of its finding", "[arithmetic]") {
  const check::Finding f =
      finding_of({"x/sdsc_0.json#/0_add/dscs_/0", "FMT-03: unsupported operation", "'add'"});
  CHECK(f.id == "FMT-03");
  CHECK(f.message == "unsupported operation");
  CHECK(f.file == "x/sdsc_0.json");
  CHECK(f.pointer == "/0_add/dscs_/0");
  CHECK_FALSE(f.line);
  CHECK(f.expected == "'add'");
}

TEST_CASE("a problem without a rule is a finding of the reader", "[arithmetic]") {
  CHECK(finding_of({"f", "FMT: nothing", ""}).id == "READ");
  CHECK(finding_of({"f", "FMT-x: nothing", ""}).message == "FMT-x: nothing");
}

TEST_CASE("line numbers are taken from the place", "[arithmetic]") {
  const check::Finding f = finding_of({"C:x/bundle.mlir:12:7", "what", ""});
  CHECK(f.file == "C:x/bundle.mlir");
  CHECK(f.line == 12);
  CHECK_FALSE(finding_of({"x/bundle.mlir", "what", ""}).line);
  CHECK(finding_of({"x/odd:name", "what", ""}).file == "x/odd:name");
}
