// Does memory know of every byte whether it was written, and with what?
#include "sim/execute/memory.hpp"

#include "sim/execute/access.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <vector>

namespace spyre::execute {
namespace {

using plan::Format;

TEST_CASE("ranges of bits are set, cleared and asked across words", "[unit]") {
  Bits bits(300);
  bits.assign(60, 140, true);
  CHECK(bits.all(60, 140));
  CHECK_FALSE(bits.all(59, 2));
  CHECK(bits.none(0, 60));
  CHECK(bits.none(200, 100));
  bits.assign(128, 1, false);
  CHECK_FALSE(bits.test(128));
  CHECK(bits.test(129));
  CHECK_FALSE(bits.all(60, 140));
}

TEST_CASE("unwritten bytes read as FF, whatever lies beneath them", "[unit]") {
  Region region(1024, 256);
  region.define(1024, 2);
  *region.at(1024) = 0;
  *region.at(1025) = 0x3E;
  const Access access(region, 1024, Format::Sen169Fp16, number::Rounding::NearestEven, {});
  std::array<float, 2> values{};
  access.load({0, 2, 2}, values.data());
  CHECK(values[0] == 1.0F);
  CHECK(values[1] == -std::numeric_limits<float>::infinity());  // code FFFF
  CHECK_FALSE(access.defined({0, 2, 2}));
  std::array<std::uint8_t, 2> doubts{};
  access.mark_doubts({0, 2, 2}, doubts.data());
  CHECK(doubts == std::array<std::uint8_t, 2>{0, 1});
}

TEST_CASE("a value in doubt is written but not defined", "[unit]") {
  Region region(0, 128);
  Access access(region, 0, Format::Sen169Fp16, number::Rounding::NearestEven,
                {1, 0, false, nullptr});
  const std::array<float, 2> values{2.0F, 3.0F};
  const std::array<std::uint8_t, 2> doubts{0, 1};
  access.store({0, 2, 2}, values.data(), doubts.data());
  CHECK(region.defined(0, 2));
  CHECK(region.written(2, 2));
  CHECK_FALSE(region.defined(2, 2));
}

TEST_CASE("a sparse result takes its whole stick", "[unit]") {
  Region region(0, 256);
  region.define(0, 256);
  Access access(region, 0, Format::Sen169Fp16, number::Rounding::NearestEven,
                {1, 0, true, nullptr});
  const float value = 5.0F;
  access.store({128, 0, 1}, &value, nullptr);
  CHECK(region.defined(0, 128));
  CHECK(region.defined(128, 2));
  CHECK(region.written(130, 126));
  CHECK_FALSE(region.defined(130, 2));
}

TEST_CASE("bytes that two cores write in one event are counted", "[unit]") {
  Region region(0, 512);
  CHECK(region.note_writer(0, 256, 7, 0) == 0);
  CHECK(region.note_writer(192, 128, 7, 1) == 64);
  CHECK(region.note_writer(0, 64, 8, 2) == 0);  // a later event may
  CHECK(region.writer(0).core == 2);
}

TEST_CASE("copies take along what is known of the bytes", "[unit]") {
  Region from(0, 128), to(0, 128);
  from.define(0, 4);
  from.undefine(4, 4);
  to.define(0, 128);
  to.copy(0, from, 0, 12);
  CHECK(to.defined(0, 4));
  CHECK(to.written(4, 4));
  CHECK_FALSE(to.defined(4, 1));
  CHECK_FALSE(to.written(8, 1));
}

TEST_CASE("memory between the allocations exists for plans that reach there", "[unit]") {
  Memory memory({{"a", 1 << 20, 256, false}, {"b", (1 << 20) + 512, 256, false}});
  plan::Tensor tensor;
  tensor.storage = 0;
  Region picture = memory.picture(tensor, 0, 1 << 20, (1 << 20) + 768);
  const std::int64_t gap = (1 << 20) + 256;
  for (const std::int64_t address : {gap, gap + 256}) {
    *picture.at(address) = 42;
    picture.define(address, 1);
    picture.note_writer(address, 1, 3, 0);
  }
  memory.take_over(tensor, 0, picture, 3);
  CHECK(*memory.storage(1).at(gap + 256) == 42);
  const Region again = memory.picture(tensor, 0, gap, gap + 128);
  CHECK(again.defined(gap, 1));
  CHECK(*again.at(gap) == 42);
}

TEST_CASE("each core has a scratchpad of its own", "[unit]") {
  Memory memory({});
  memory.lx(0).define(0, 4);
  CHECK_FALSE(memory.lx(1).written(0, 1));
  CHECK(memory.lx(31).end() == kLxBytes);
}

}  // namespace
}  // namespace spyre::execute
