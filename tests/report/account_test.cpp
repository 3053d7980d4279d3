// Does a result that does not add up stop the run?
#include "sim/report/account.hpp"

#include "models/base/error.hpp"
#include "tests/report/example.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::report;

namespace {

ErrorKind kind_of(const observe::Result& result) {
  try {
    check_accounts(result);
  } catch (const Error& e) {
    return e.kind();
  }
  return ErrorKind::Input;  // not thrown
}

}  // namespace

TEST_CASE("a consistent result passes", "[arithmetic]") {
  CHECK_NOTHROW(check_accounts(example::result()));
}

TEST_CASE("a picosecond missing from an operation's stalls is an internal fault", "[arithmetic]") {
  observe::Result r = example::result();
  example::stalled(r.launches.at(0).operations.at(0).stalls, observe::Stall::Memory) -=
      picoseconds(1);
  CHECK(kind_of(r) == ErrorKind::Internal);
}

TEST_CASE("a picosecond missing from a unit's account is an internal fault", "[arithmetic]") {
  observe::Result r = example::result();
  r.units.at(1).idle -= picoseconds(1);
  CHECK(kind_of(r) == ErrorKind::Internal);
}

TEST_CASE("a kernel time that is not the sum of its launches is an internal fault",
          "[arithmetic]") {
  observe::Result r = example::result();
  r.kernel += picoseconds(1);
  CHECK(kind_of(r) == ErrorKind::Internal);
}

TEST_CASE("a negative count is an internal fault", "[arithmetic]") {
  observe::Result r = example::result();
  r.launches.at(0).operations.at(1).ring = Bytes(-1);
  CHECK(kind_of(r) == ErrorKind::Internal);
}

TEST_CASE("a matrix array busier than its core is an internal fault", "[arithmetic]") {
  observe::Result r = example::result();
  r.launches.at(0).operations.at(0).pt_busy =
      example::kMatmulTime * example::kCores + picoseconds(1);
  CHECK(kind_of(r) == ErrorKind::Internal);
}
