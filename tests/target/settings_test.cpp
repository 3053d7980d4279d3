// Is the environment read as the contract says?
#include "sim/target/settings.hpp"

#include "models/base/error.hpp"
#include "sim/target/devices.hpp"
#include "tests/support/catch.hpp"

#include <cstdlib>
#include <string>

using namespace spyre::target;

namespace {

// Sets a variable for the time of a test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

}  // namespace

TEST_CASE("sizes have binary units", "[unit]") {
  CHECK(parse_bytes("6GiB") == std::uint64_t{6} << 30);
  CHECK(parse_bytes("512 MiB") == std::uint64_t{512} << 20);
  CHECK(parse_bytes("4096") == 4096U);
  CHECK_FALSE(parse_bytes("6 GB"));
  CHECK_FALSE(parse_bytes("much"));
  CHECK_FALSE(parse_bytes("99999999999 TiB"));
}

TEST_CASE("without variables launches compute and are not timed", "[unit]") {
  const Settings settings = settings_from_environment();
  CHECK(settings.values);
  CHECK_FALSE(settings.timing);
  CHECK(settings.memory == std::uint64_t{112} << 30);
}

TEST_CASE("a report asks for times beside values unless the mode says otherwise", "[unit]") {
  const Variable report("SPYRE_SIM_REPORT", "report.json");
  CHECK(settings_from_environment().timing);
  CHECK(settings_from_environment().values);
  const Variable mode("SPYRE_SIM_MODE", "timing");
  CHECK_FALSE(settings_from_environment().values);
  CHECK(settings_from_environment().report == "report.json");
}

TEST_CASE("variables with impossible values are named with what they may be", "[unit]") {
  {
    const Variable memory("SPYRE_SIM_MEMORY", "200GiB");
    CHECK_THROWS_WITH(settings_from_environment(),
                      Catch::Contains("SPYRE_SIM_MEMORY") && Catch::Contains("112GiB"));
  }
  const Variable mode("SPYRE_SIM_MODE", "fast");
  CHECK_THROWS_WITH(settings_from_environment(),
                    Catch::Contains("SPYRE_SIM_MODE") && Catch::Contains("values, timing or both"));
}

TEST_CASE("the world size is at most the number of cards", "[unit]") {
  CHECK(visible_devices("", "") == kDevices);
  CHECK(visible_devices("1", "") == 1);
  CHECK(visible_devices(std::to_string(kDevices + 1), "") == kDevices);
  CHECK_THROWS_WITH(visible_devices("0", ""), Catch::Contains("AIU_WORLD_SIZE"));
}

TEST_CASE("chosen cards count once, and only those that exist", "[unit]") {
  CHECK(visible_devices("", "0") == 1);
  CHECK(visible_devices("", "1,0,1") == 2);
  CHECK(visible_devices("", "0, " + std::to_string(kDevices + 1)) == 1);
  CHECK(visible_devices("2", "0") == 1);
  CHECK_THROWS_WITH(visible_devices("", "0,x"), Catch::Contains("SPYRE_DEVICES"));
}
