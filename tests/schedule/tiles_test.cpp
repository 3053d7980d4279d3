// Does the tile rule give the tiles that are known, and keep its own conditions everywhere else?
#include "sim/schedule/tiles.hpp"

#include <array>
#include <map>
#include <string>

#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

using program::CoreletSplit;

enum class Mode { Wide, Tall };  // more cores along N, or not

CoreSlice slice(std::int64_t m, std::int64_t n, Mode mode) {
  CoreSlice s;
  s.m = m;
  s.n = n;
  s.m_slices = mode == Mode::Wide ? 4 : 8;
  s.n_slices = mode == Mode::Wide ? 8 : 4;
  return s;
}

// "128x320M": rows, columns, which dimension the corelets halve (1: one corelet works).
std::string text(const Tile& t) {
  const char* split = t.split == CoreletSplit::M ? "M" : t.split == CoreletSplit::N ? "N" : " 1";
  return std::to_string(t.m) + "x" + std::to_string(t.n) + split;
}

std::string tile(std::int64_t m, std::int64_t sticks, Mode mode) {
  return text(choose_tile(slice(m, 64 * sticks, mode), test::card()));
}

// Partial sums in fp32 and two slabs of 128 fp16 values of every row of A and column of B.
std::int64_t staging(std::int64_t m, std::int64_t n) { return 4 * m * n + 2 * 128 * 2 * (m + n); }

TEST_CASE("tiles of wide slices by their sticks", "[arithmetic]") {
  for (const int sticks : {5, 10, 15, 20}) CHECK(tile(512, sticks, Mode::Wide) == "128x320M");
  for (const int sticks : {7, 14, 28}) CHECK(tile(512, sticks, Mode::Wide) == "64x448M");
  for (const int sticks : {11, 13}) CHECK(tile(512, sticks, Mode::Wide) == "256x64M");
  for (const int sticks : {6, 12, 24}) CHECK(tile(512, sticks, Mode::Wide) == "64x384N");
  for (const int sticks : {3, 9}) CHECK(tile(512, sticks, Mode::Wide) == "128x192M");
}

TEST_CASE("tiles of wide slices of 128 rows", "[arithmetic]") {
  CHECK(tile(128, 5, Mode::Wide) == "128x64M");  // the whole slice would not fit once per corelet
  for (const int sticks : {10, 15, 20}) CHECK(tile(128, sticks, Mode::Wide) == "128x320M");
  for (const int sticks : {7, 14, 28}) CHECK(tile(128, sticks, Mode::Wide) == "64x448M");
  for (const int sticks : {11, 13}) CHECK(tile(128, sticks, Mode::Wide) == "128x64M");
  for (const int sticks : {6, 12, 24}) CHECK(tile(128, sticks, Mode::Wide) == "64x384N");
  for (const int sticks : {3, 9}) CHECK(tile(128, sticks, Mode::Wide) == "128x192M");
}

TEST_CASE("tiles of tall slices of 256 rows", "[arithmetic]") {
  for (const int sticks : {5, 7, 11, 13, 15, 3, 9})
    CHECK(tile(256, sticks, Mode::Tall) == "256x64M");
  for (const int sticks : {10, 14, 28, 6, 12, 24})
    CHECK(tile(256, sticks, Mode::Tall) == "256x128M");
}

TEST_CASE("tiles of slices with odd numbers of rows", "[arithmetic]") {
  const std::map<std::int64_t, std::array<std::string, 4>> known{
      {96, {"96x64 1", "96x128N", "96x256N", "96x256N"}},
      {192, {"192x64 1", "192x128N", "96x256N", "192x128N"}},
      {320, {"320x64 1", "160x128N", "160x256N", "320x128N"}},
      {448, {"448x64 1", "224x128N", "112x256N", "224x128N"}},
      {576, {"64x64M", "288x128N", "144x256N", "288x128N"}}};
  for (const auto& [rows, expected] : known) {
    CHECK(tile(rows, 1, Mode::Wide) == expected[0]);
    CHECK(tile(rows, 2, Mode::Wide) == expected[1]);
    CHECK(tile(rows, 4, Mode::Wide) == expected[2]);
    CHECK(tile(rows, 4, Mode::Tall) == expected[3]);
  }
}

TEST_CASE("tiles of the sweep that one corelet explains", "[arithmetic]") {
  CHECK(tile(192, 3, Mode::Tall) == "192x192 1");
  CHECK(tile(448, 1, Mode::Wide) == "448x64 1");
  CHECK(tile(448, 7, Mode::Wide) == "64x448M");
}

TEST_CASE("tiles of the sweep with 32 cores along M", "[arithmetic]") {
  CHECK(tile(32, 16, Mode::Tall) == "32x512M");
  CHECK(tile(64, 16, Mode::Tall) == "64x256M");
  CHECK(tile(128, 16, Mode::Tall) == "128x256M");
  CHECK(tile(192, 16, Mode::Tall).starts_with("192x128"));
}

TEST_CASE("tiles of the sweep with one or two sticks a core", "[arithmetic]") {
  CHECK(tile(512, 1, Mode::Wide) == "256x64M");
  CHECK(tile(1536, 1, Mode::Wide) == "384x64M");
  CHECK(tile(512, 2, Mode::Wide) == "256x128N");
}

TEST_CASE("one core is wide when N is at least M", "[arithmetic]") {
  CoreSlice s;
  s.m = 512;
  s.n = 64 * 5;
  s.longer_n = true;
  CHECK(text(choose_tile(s, test::card())) == "128x320M");
  s.longer_n = false;
  CHECK(text(choose_tile(s, test::card())) == "256x64M");
}

TEST_CASE("every tile divides its slice and meets the staging condition", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::int64_t room = params::staging_bytes(card).count();
  for (const Mode mode : {Mode::Wide, Mode::Tall}) {
    for (const std::int64_t m :
         {1, 2, 7, 16, 50, 64, 96, 100, 128, 200, 384, 512, 999, 2048, 6144}) {
      for (std::int64_t sticks = 1; sticks <= 40; ++sticks) {
        const Tile t = choose_tile(slice(m, 64 * sticks, mode), card);
        CAPTURE(m, sticks, t.m, t.n);
        CHECK(m % t.m == 0);
        CHECK(64 * sticks % t.n == 0);
        CHECK(t.n % 64 == 0);
        CHECK(staging(t.m, t.n) <= room);
      }
    }
  }
}

TEST_CASE("two corelets only work on halves they can share", "[arithmetic]") {
  const params::ChipParams card = test::card();
  for (const Mode mode : {Mode::Wide, Mode::Tall}) {
    for (const std::int64_t m : {1, 7, 16, 48, 64, 96, 128, 160, 200, 384, 512}) {
      for (std::int64_t sticks = 1; sticks <= 20; ++sticks) {
        const Tile t = choose_tile(slice(m, 64 * sticks, mode), card);
        CAPTURE(m, sticks, t.m, t.n);
        if (t.split == CoreletSplit::N) CHECK(t.n % 128 == 0);
        if (t.split == CoreletSplit::M) CHECK((t.m % 128 == 0 || (t.m % 2 == 0 && t.m <= 64)));
      }
    }
  }
}

TEST_CASE("a tile that is the whole slice fits once per corelet", "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::int64_t room = params::staging_bytes(card).count();
  int seen = 0;
  for (const Mode mode : {Mode::Wide, Mode::Tall}) {
    for (const std::int64_t m : {16, 64, 128, 256}) {
      for (std::int64_t sticks = 1; sticks <= 8; ++sticks) {
        const Tile t = choose_tile(slice(m, 64 * sticks, mode), card);
        if (t.m != m || t.n != 64 * sticks || t.split == CoreletSplit::None) continue;
        const bool halved_m = t.split == CoreletSplit::M;
        CHECK(2 * staging(halved_m ? t.m / 2 : t.m, halved_m ? t.n : t.n / 2) <= room);
        ++seen;
      }
    }
  }
  CHECK(seen > 10);
}

TEST_CASE("without copies per corelet the whole slice stays one tile", "[arithmetic]") {
  params::ChipParams card = test::card();
  CHECK(text(choose_tile(slice(128, 320, Mode::Wide), card)) == "128x64M");
  card.schedule.corelet_copies = false;
  CHECK(text(choose_tile(slice(128, 320, Mode::Wide), card)) == "128x320M");
}

TEST_CASE("a batch in the stick order of A makes small tiles", "[arithmetic]") {
  CoreSlice s = slice(512, 512, Mode::Wide);
  s.batched = s.a_strided = true;
  CHECK(text(choose_tile(s, test::card())) == "128x64M");
}

TEST_CASE("a batch elsewhere limits the rows", "[arithmetic]") {
  CoreSlice s = slice(512, 128, Mode::Wide);
  CHECK(choose_tile(s, test::card()).m == 256);
  s.batched = true;
  CHECK(choose_tile(s, test::card()).m == 128);
}

TEST_CASE("the height of a batched tile is limited before its width is chosen", "[arithmetic]") {
  const params::ChipParams card = test::card();
  CoreSlice s = slice(512, 512, Mode::Tall);
  s.batched = true;
  std::int64_t widest = 64;
  while (2 * widest <= 512 && staging(card.schedule.strided_tile_m, 2 * widest) <= params::staging_bytes(card).count()) widest *= 2;
  const Tile t = choose_tile(s, card);
  CHECK(t.m == card.schedule.strided_tile_m);
  CHECK(t.n == widest);
  s.batched = false;
  CHECK(choose_tile(s, card).n < widest);
}

TEST_CASE("a smaller scratchpad makes smaller tiles", "[arithmetic]") {
  params::ChipParams card = test::card();
  card.lx.capacity = card.lx.capacity / 2;
  const std::int64_t room = params::staging_bytes(card).count();
  const Tile t = choose_tile(slice(512, 512, Mode::Wide), card);
  CHECK(staging(t.m, t.n) <= room);
  CHECK(t.m * t.n < 128 * 512);
}

}  // namespace
}  // namespace spyre::schedule
