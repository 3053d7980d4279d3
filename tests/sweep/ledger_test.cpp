// Does points.csv keep whole rows only, and know what it holds?
#include "sim/sweep/ledger.hpp"

#include "models/base/error.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <sys/wait.h>
#include <unistd.h>

using namespace spyre;
using report::content_of;
using sweep::Ledger;

namespace {

const std::string kHeader = "point,plan,a,status,kernel_us,device_us,bound,message\n";

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("rows are appended and found again by start and by key", "[unit]") {
  const report::TemporaryFolder folder;
  {
    Ledger ledger(folder / "points.csv", {"a"}, false);
    ledger.append("k1,mm,1,", "ok,2.0,3.0,memory,");
    ledger.append("k2,\"m,m\",2,", "refused,,,,why");
    CHECK(ledger.has("k1,mm,1,"));
    CHECK_FALSE(ledger.has("k1,mm,2,"));
  }
  CHECK(content_of(folder / "points.csv") ==
        kHeader + "k1,mm,1,ok,2.0,3.0,memory,\nk2,\"m,m\",2,refused,,,,why\n");
  const Ledger again(folder / "points.csv", {"a"}, true);
  CHECK(again.rows() == 2);
  CHECK(again.has("k2,\"m,m\",2,"));
  CHECK(again.rest_of("k2") == "refused,,,,why");
  CHECK_FALSE(again.rest_of("k3").has_value());
}

TEST_CASE("a torn last line is cut off, wherever it was torn", "[unit]") {
  const report::TemporaryFolder folder;
  const std::string whole = kHeader + "k1,mm,1,ok,2.0,3.0,memory,\n";
  const std::string torn = "k2,mm,2,ok,2.0";
  for (std::size_t n = 0; n <= torn.size(); ++n) {
    write(folder / "points.csv", whole + torn.substr(0, n));
    const Ledger ledger(folder / "points.csv", {"a"}, true);
    CHECK(ledger.rows() == 1);
    CHECK(content_of(folder / "points.csv") == whole);
  }
  write(folder / "points.csv", kHeader.substr(0, 9));
  const Ledger ledger(folder / "points.csv", {"a"}, true);
  CHECK(content_of(folder / "points.csv") == kHeader);
}

TEST_CASE("rows that no sweep writes are named by their line, never counted as there", "[unit]") {
  const report::TemporaryFolder folder;
  const auto refused = [&](const std::string& row, const char* why) {
    write(folder / "points.csv", kHeader + "k1,mm,1,ok,2.0,3.0,memory,\n" + row + "\n");
    CHECK_THROWS_WITH(Ledger(folder / "points.csv", {"a"}, true),
                      Catch::Contains("points.csv:3: ") && Catch::Contains(why));
    CHECK(content_of(folder / "points.csv").ends_with(row + "\n"));
  };
  refused("k2,\"mm,2,ok,2.0,3.0,memory,", "never ends");
  refused("k2,mm,2,refused,,,,\"why", "never ends");
  refused("k2,mm,2,ok,2.0,3.0,memory", "7 cells, not 8");
  refused("k2,mm,2,ok,2.0,3.0,memory,,", "9 cells");
  refused("", "1 cells");
  refused("k2,mm,2,fine,2.0,3.0,memory,", "status 'fine'");
  refused("k2,mm,2,,2.0,3.0,memory,", "status ''");
  refused("k1,mm,1,refused,,,,why", "second row of the point in line 2");
}

TEST_CASE("what is no regular file is no points.csv", "[unit]") {
  const report::TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/zero", folder / "points.csv");
  CHECK_THROWS_WITH(Ledger(folder / "points.csv", {"a"}, true),
                    Catch::Contains("is no regular file"));
}

TEST_CASE("rows without --resume, other axes and a second sweep are refused", "[unit]") {
  const report::TemporaryFolder folder;
  const auto file = folder / "points.csv";
  write(file, kHeader + "k1,mm,1,ok,2.0,3.0,memory,\n");
  CHECK_THROWS_WITH(Ledger(file, {"a"}, false), Catch::Contains("holds points already"));
  CHECK_THROWS_WITH(Ledger(file, {"b"}, true), Catch::Contains("other axes"));
  const Ledger open(file, {"a"}, true);
  const pid_t child = ::fork();
  if (child == 0) {
    int code = 0;
    try {
      const Ledger second(file, {"a"}, true);
    } catch (const Error&) {
      code = 7;
    }
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 7);
}
