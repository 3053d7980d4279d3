// Which findings forbid a run, and what do they say?
#include "sim/report/verdict.hpp"

#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::report;
using check::Finding;
using check::Severity;

namespace {

Finding finding(Severity severity) {
  Finding f;
  f.id = "LX-01";
  f.severity = severity;
  f.message = "too large";
  f.file = "plans/x/k00/bundle.mlir";
  f.line = 4;
  f.found = "3 MiB";
  f.expected = "2 MiB";
  return f;
}

}  // namespace

TEST_CASE("errors forbid always, warnings under strict rules, remarks never", "[arithmetic]") {
  const std::vector<Finding> all{finding(Severity::Error), finding(Severity::Warning),
                                 finding(Severity::Info)};
  CHECK(forbidding(all, false).size() == 1);
  CHECK(forbidding(all, true).size() == 2);
}

TEST_CASE("a refused run is a plan error with place, rule and what was expected", "[arithmetic]") {
  try {
    refuse_forbidden({finding(Severity::Warning)}, true);
    FAIL("not refused");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::Plan);
    CHECK(std::string(e.what()) == "plans/x/k00/bundle.mlir:4: LX-01 too large (expected 2 MiB)");
  }
  CHECK_NOTHROW(refuse_forbidden({finding(Severity::Warning)}, false));
}

TEST_CASE("a report names files as seen from its plan, wherever that lies", "[arithmetic]") {
  const TemporaryFolder folder;
  const std::string plan = folder.path().string();
  std::vector<Finding> findings{finding(Severity::Warning), finding(Severity::Warning), Finding{}};
  findings.at(0).file = plan + "/k00/bundle.mlir";
  findings.at(1).file = "/elsewhere/sdsc_0.json";
  name_files_from(plan, findings);
  CHECK(findings.at(0).file == "k00/bundle.mlir");
  CHECK(findings.at(1).file == "sdsc_0.json");
  CHECK(findings.at(2).file.empty());
  findings.at(0).file = plan + "/k00/bundle.mlir";
  name_files_from(plan + "/plan.json", findings);
  CHECK(findings.at(0).file == "k00/bundle.mlir");
}
