// Values with their units: text to base units and back.
#include "sim/config/text.hpp"

#include "tests/support/catch.hpp"

using namespace spyre;
using params::Unit;

namespace {

std::int64_t value(std::string_view text, Unit unit) {
  std::int64_t unused = 0;
  const params::Slot slot{&unused, unit, 0, INT64_MAX};
  const auto parsed = config::parse(text, slot);
  INFO(text);
  REQUIRE(std::holds_alternative<std::int64_t>(parsed));
  return std::get<std::int64_t>(parsed);
}

}  // namespace

TEST_CASE("texts with units become base units exactly", "[arithmetic]") {
  CHECK(value("16", Unit::Count) == 16);
  CHECK(value("true", Unit::Flag) == 1);
  CHECK(value("2 MiB", Unit::Size) == 2'097'152);
  CHECK(value("1.5 KiB", Unit::Size) == 1536);
  CHECK(value("512 B/cycle", Unit::BytesPerCycle) == 512);
  CHECK(value("1.1 GHz", Unit::Clock) == 1'100'000'000);
  CHECK(value("166.4 GB/s", Unit::Rate) == 166'400'000'000);
  CHECK(value("0.5 ns", Unit::Duration) == 500);
  CHECK(value("1 cycle", Unit::CycleCount) == 1);
  CHECK(value("2 cycles", Unit::CycleCount) == 2);
  CHECK(value("1.051", Unit::Factor) == 1051);
  CHECK(value("10.2 elements/cycle", Unit::ElementsPerCycle) == 10'200);
}

TEST_CASE("spaces around number and unit do not matter", "[arithmetic]") {
  CHECK(value("2MiB", Unit::Size) == value(" 2  MiB ", Unit::Size));
}

TEST_CASE("the text of a value is short and leads back to it", "[arithmetic]") {
  CHECK(config::text_of(25'000, Unit::Duration) == "25 ns");
  CHECK(config::text_of(1'000'000, Unit::Duration) == "1 us");
  CHECK(config::text_of(0, Unit::Duration) == "0 ps");
  CHECK(config::text_of(4224, Unit::Size) == "4224 B");
  CHECK(config::text_of(65'536, Unit::Size) == "64 KiB");
  CHECK(config::text_of(1051, Unit::Factor) == "1.051");
  CHECK(config::text_of(200, Unit::Factor) == "0.2");
  CHECK(config::text_of(1, Unit::CycleCount) == "1 cycle");
  CHECK(config::text_of(10'600'000'000, Unit::Rate) == "10.6 GB/s");
}

TEST_CASE("every unit survives the way to text and back", "[arithmetic]") {
  const Unit unit =
      GENERATE(Unit::Count, Unit::Size, Unit::BytesPerCycle, Unit::Clock, Unit::Rate,
               Unit::Duration, Unit::CycleCount, Unit::Factor, Unit::ElementsPerCycle);
  for (const std::int64_t n :
       {1LL, 7LL, 999LL, 1000LL, 1001LL, 1024LL, 123'456'789LL, 5'000'000'000'001LL})
    CHECK(value(config::text_of(n, unit), unit) == n);
}
