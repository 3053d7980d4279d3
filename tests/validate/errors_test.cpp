// Does the table of errors come back as it was written?
#include "sim/validate/errors.hpp"

#include "models/base/error.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <fstream>

using namespace spyre;
using namespace spyre::validate;
using Catch::Matchers::Contains;

namespace {

Row row(const std::string& id, const std::string& note) {
  return row_of({{"id", id},
                 {"category", "matmul"},
                 {"op", "mm"},
                 {"M", "64"},
                 {"cores", "4"},
                 {"kernel_us", "12.5"},
                 {"note", note}},
                "t.csv:2");
}

Outcome outcome() {
  return {Source::Built, std::chrono::microseconds(12), {{{"matmul", 1}}, 4, 12}, {}, {}};
}

}  // namespace

TEST_CASE("errors are written and read back", "[unit]") {
  const report::TemporaryFolder folder;
  const auto file = folder / "errors.csv";
  const std::vector<interval::Known> known =
      known_of({row("a", ""), row("b", "slow")}, {outcome(), outcome()});
  REQUIRE(known.size() == 1);  // b is told apart
  std::ofstream(file) << errors_csv(known);
  const std::vector<interval::Known> read = read_errors(file);
  REQUIRE(read.size() == 1);
  CHECK(read[0].id == "a");
  CHECK(read[0].family == "matmul");
  CHECK(read[0].build == interval::kDefaultBuild);
  CHECK(read[0].group == "matmul/M64");
  CHECK(read[0].measured_us == 12.5);
  CHECK(read[0].predicted_us == 12);
  CHECK(read[0].spread == Approx(0.05));  // nothing else was measured
  CHECK(read[0].features.shares == known[0].features.shares);
  CHECK(read[0].features.cores == 4);
}

TEST_CASE("a table of errors tells every line that is wrong", "[unit]") {
  const report::TemporaryFolder folder;
  const auto file = folder / "errors.csv";
  std::ofstream(file) << errors_csv({})
                      << "a,f,b,g,none,1,1,1,1,copy 1.0\nb,f,b,g,1,1,0,1,1,copy 1.0\n";
  try {
    read_errors(file);
    FAIL("was read");
  } catch (const Error& error) {
    REQUIRE(error.problems().size() == 2);
    CHECK_THAT(error.problems()[0].where, Contains("errors.csv:2"));
    CHECK_THAT(error.problems()[1].where, Contains("errors.csv:3"));
  }
  std::ofstream(file) << "id,other\n";
  CHECK_THROWS_AS(read_errors(file), Error);
  CHECK_THROWS_AS(read_errors(folder / "none.csv"), Error);
}
