// Do values land in memory that somebody else keeps, and do scratchpads keep theirs?
#include "sim/execute/memory.hpp"

#include "tests/support/catch.hpp"

#include <cstdint>
#include <vector>

using namespace spyre;
using execute::Memory;

TEST_CASE("lent memory is the lender's own and counts as defined", "[unit]") {
  std::vector<std::uint8_t> bytes(256, 7);
  plan::Storage storage;
  storage.bytes = 256;
  Memory memory({storage}, [&](const plan::Storage&) { return bytes.data(); });
  execute::Region& region = memory.storage(0);
  CHECK(region.defined(0, 256));
  *region.at(5) = 9;
  region.undefine(0, 128);
  region.forget();
  CHECK(bytes[5] == 9);
  CHECK(region.written(0, 256));
}

TEST_CASE("without a lender memory begins unwritten", "[unit]") {
  plan::Storage storage;
  storage.bytes = 256;
  Memory memory({storage}, [](const plan::Storage&) { return nullptr; });
  CHECK_FALSE(memory.storage(0).written(0, 128));
}

TEST_CASE("scratchpads move from one memory to the next with what is in them", "[unit]") {
  execute::Scratchpads kept;
  {
    Memory first({});
    *first.lx(3).at(128) = 42;
    first.lx(3).define(128, 128);
    first.lx(3).note_writer(128, 128, 1, 3);
    first.exchange_lx(kept);
  }
  kept[3]->forget_writers();
  Memory second({});
  second.exchange_lx(kept);
  CHECK(*second.lx(3).at(128) == 42);
  CHECK(second.lx(3).defined(128, 128));
  CHECK_FALSE(second.lx(3).written(0, 128));
  CHECK(second.lx(3).writer(128).event == 0);
}
