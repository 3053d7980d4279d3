// Does the page about a sweep say what its rows say?
#include "sim/sweep/summary.hpp"

#include "models/base/error.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::sweep;

namespace {

// Time is halved by twice the channels, a third longer with the other split, and knows no latency.
const char* const kRows =
    "point,plan,build.split,dram.channels,dram.latency,status,kernel_us,device_us,bound,message\n"
    "a,mm,4x8x1,8,50 ns,ok,40.0,50.0,memory,\n"
    "b,mm,4x8x1,16,50 ns,ok,20.0,30.0,memory,\n"
    "c,mm,8x4x1,8,50 ns,filtered,60.0,70.0,memory,\n"
    "d,mm,8x4x1,16,50 ns,ok,30.0,40.0,compute,\n"
    "e,mm,4x8x1,8,0.1 us,ok,40.0,50.0,memory,\n"
    "f,mm,7x1x1,8,50 ns,refused,,,,\"no <divisor>, no row\"\n"
    "torn,mm,4x8";

Summary summary(const std::string& figures = "") {
  const report::TemporaryFolder folder;
  std::ofstream(folder / "points.csv") << kRows;
  return summary_of(folder / "points.csv", figures);
}

}  // namespace

TEST_CASE("axes are ranked by what they change alone", "[arithmetic]") {
  const Summary s = summary();
  REQUIRE(s.effects.size() == 3);
  const auto name = [&](std::size_t i) {
    return s.results.dimensions[s.effects[i].dimension].name;
  };
  CHECK(name(0) == "dram.channels");
  CHECK(s.effects[0].groups == 2);
  CHECK(s.effects[0].typical == Approx(2));
  CHECK(s.effects[0].relative[0] == Approx(2));
  CHECK(s.effects[0].relative[1] == Approx(1));
  CHECK(name(1) == "build.split");
  CHECK(s.effects[1].typical == Approx(60.0 / 40));
  CHECK(name(2) == "dram.latency");
  CHECK(s.effects[2].largest == Approx(1));
}

TEST_CASE("of an even number of comparisons the median lies between the middle two",
          "[arithmetic]") {
  const report::TemporaryFolder folder;
  std::ofstream(folder / "points.csv")
      << "point,plan,build.n,dram.channels,status,kernel_us,device_us,bound,message\n"
         "a,mm,64,8,ok,20.0,30.0,memory,\n"
         "b,mm,64,16,ok,10.0,20.0,memory,\n"
         "c,mm,128,8,ok,80.0,90.0,memory,\n"
         "d,mm,128,16,ok,20.0,30.0,memory,\n";
  const Results results = read_results(folder / "points.csv");
  for (const Effect& effect : effects_of(results)) {
    if (results.dimensions[effect.dimension].name != "dram.channels") continue;
    CHECK(effect.typical == Approx((20.0 / 10 + 80.0 / 20) / 2));
    CHECK(effect.largest == Approx(80.0 / 20));
  }
}

TEST_CASE("the front holds what no point beats in both figures, without filtered ones", "[unit]") {
  const Summary s = summary();
  CHECK(s.figures.first.name == "dram.channels");
  CHECK(s.figures.second.name == "kernel_us");
  std::vector<std::string> keys;
  for (const std::size_t i : front_of(s.results, s.figures.first, s.figures.second))
    keys.push_back(s.results.simulated[i].key);
  CHECK(keys == std::vector<std::string>{"a", "b"});
  CHECK(summary("device_us,kernel_us").figures.first.name == "device_us");
  CHECK_THROWS_WITH(summary("kernel_us,dram.chanels"), Catch::Contains("no figure"));
  CHECK_THROWS_WITH(summary("kernel_us"), Catch::Contains("found 'kernel_us'"));
}

TEST_CASE("sentences name the fastest point, what matters and what does not", "[unit]") {
  const std::string text = summary_text(summary());
  CHECK(text.find("6 points: 1 filtered, 4 ok, 1 refused.") != std::string::npos);
  CHECK(text.find("Fastest: build.split 4x8x1, dram.channels 16, dram.latency 50 ns: 20.000 us, "
                  "limited by memory.") != std::string::npos);
  CHECK(text.find("dram.channels matters most: changing it alone changes the kernel time by a "
                  "factor of 2.00") != std::string::npos);
  CHECK(text.find("Does not matter here: dram.latency") != std::string::npos);
}

TEST_CASE("the page is complete in itself", "[unit]") {
  const std::string page = summary_page(summary());
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("http") == std::string::npos);
  CHECK(page.find("no &lt;divisor&gt;, no row") != std::string::npos);
  CHECK(page.find("<h2>build.split against dram.channels</h2>") != std::string::npos);
  CHECK(page.find("NaN") == std::string::npos);
  CHECK(page.find("nan") == std::string::npos);
}

TEST_CASE("damaged rows are not summarised", "[unit]") {
  const report::TemporaryFolder folder;
  const std::string head =
      "point,plan,a,status,kernel_us,device_us,bound,message\nk1,mm,1,ok,2.0,3.0,memory,\n";
  const auto refused = [&](const std::string& row, const char* why) {
    std::ofstream(folder / "points.csv") << head << row << "\n";
    CHECK_THROWS_WITH(read_results(folder / "points.csv"), Catch::Contains(why));
  };
  refused("k2,mm,2,fine,2.0,3.0,memory,", "points.csv:3: has the status 'fine'");
  refused("k1,mm,1,ok,2.0,3.0,memory,", "points.csv:3: is a second row of the point in line 2");
  refused("k2,\"mm,2,ok,2.0,3.0,memory,", "points.csv:3: a quoted cell never ends");
  refused("k2,mm,2,ok,,3.0,memory,", "holds the figure ''");
  refused("k2,mm,2,ok,-2.0,3.0,memory,", "holds the figure '-2.0'");
  std::filesystem::remove(folder / "points.csv");
  std::filesystem::create_symlink("/dev/zero", folder / "points.csv");
  CHECK_THROWS_WITH(read_results(folder / "points.csv"), Catch::Contains("is no regular file"));
}

TEST_CASE("a file of something else is refused", "[unit]") {
  const report::TemporaryFolder folder;
  std::ofstream(folder / "points.csv") << "a,b\n1,2\n";
  CHECK_THROWS_AS(read_results(folder / "points.csv"), Error);
  CHECK_THROWS_AS(read_results(folder / "nothing.csv"), Error);
}
