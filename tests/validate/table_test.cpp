// Are tables of both kinds understood, and is everything wrong with one told at once?
#include "sim/validate/table.hpp"

#include "models/base/error.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::validate;
using Catch::Matchers::Contains;
using Families = std::vector<std::string>;

namespace {

const std::string kSweep = "id,category,op,batch,M,K,N,tiles,cores,kernel_us,hbm_bytes\n";
const std::string kSplits = "id,batch,M,N,K,split_batch,split_m,split_n,split_k,kernel_us\n";

class Tables {
 public:
  std::filesystem::path file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::vector<Row> rows(const std::string& text) const {
    return read_tables({file("t.csv", text)});
  }
  std::vector<Problem> problems(const std::string& text) const {
    try {
      rows(text);
    } catch (const Error& error) {
      CHECK(exit_code(error.kind()) == 2);
      return error.problems();
    }
    return {};
  }

 private:
  report::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a row of the sweep has family, cores, time, bytes and shape", "[arithmetic]") {
  const std::vector<Row> rows =
      Tables().rows(kSweep + "s1,matmul,mm,,512,1024,64,0,16,12.5,4096\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].id == "s1");
  CHECK(rows[0].families == Families{"matmul", "all"});
  CHECK(rows[0].cores == 16);
  CHECK(rows[0].measured_us == 12.5);
  CHECK(rows[0].memory_bytes == 4096);
  CHECK(rows[0].shape == "mm//512/1024/64");
  CHECK_THAT(rows[0].where, Contains("t.csv:2"));
}

TEST_CASE("rows of one operation and shape are comparable whatever cores they use",
          "[arithmetic]") {
  const std::vector<Row> rows = Tables().rows(kSweep +
                                              "a,matmul,mm,,8,9,10,,1,1,\n"
                                              "b,matmul,mm,,8,9,10,,32,1,\n"
                                              "c,matmul,mmwd,,8,9,10,,32,1,\n"
                                              "d,matmul,mm,2,8,9,10,,32,1,\n"
                                              "e,pointwise,add,,,,,,32,1,\n");
  CHECK(rows[0].shape == rows[1].shape);
  CHECK(rows[1].shape != rows[2].shape);
  CHECK(rows[1].shape != rows[3].shape);
  CHECK(rows[4].shape.empty());
  CHECK_FALSE(rows[4].memory_bytes);
}

TEST_CASE("a row of divisions uses the product of its splits and never joins the sweep",
          "[arithmetic]") {
  const std::vector<Row> rows =
      Tables().rows(kSplits + "g1,1,64,128,256,1,4,2,1,9\ng2,8,64,128,256,2,4,2,1,9\n");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].families == Families{"granite_splits", "granite_2d"});
  CHECK(rows[0].cores == 4 * 2);
  CHECK(rows[1].families == Families{"granite_splits", "granite_batched"});
  CHECK(rows[1].cores == 2 * 4 * 2);
  CHECK(rows[0].shape != rows[1].shape);
}

TEST_CASE("a row with a note is in a family of its own", "[arithmetic]") {
  const std::vector<Row> rows =
      Tables().rows("id,category,op,cores,kernel_us,note\na,x,y,1,2,odd\nb,x,y,1,2,\n");
  CHECK(rows[0].families == Families{"apart"});
  CHECK(rows[1].families == Families{"x", "all"});
}

TEST_CASE("every bad cell is told with its line", "[arithmetic]") {
  const std::vector<Problem> problems = Tables().problems(kSweep +
                                                          "a,matmul,mm,,512,1024,64,0,16,12.5,\n"
                                                          "b,matmul,mm,,5x2,1024,64,0,0,12.5,\n"
                                                          "c,matmul,mm,,512,1024,64,0,16,-3,\n"
                                                          "d,matmul,mm,,512,1024,64,0,16,fast,\n"
                                                          "e,,mm,,512,1024,64,0,16,1,\n"
                                                          "f,matmul\n");
  REQUIRE(problems.size() == 6);
  CHECK_THAT(problems[0].where, Contains("t.csv:3"));
  CHECK(problems[0].what == "M is '5x2'");
  CHECK(problems[1].what == "cores is '0'");
  CHECK(problems[1].expected == "a whole number from 1 to 1024");
  CHECK(problems[2].what == "kernel_us is '-3'");
  CHECK(problems[3].what == "kernel_us is 'fast'");
  CHECK(problems[4].what == "category is empty");
  CHECK(problems[5].what == "2 cells");
  CHECK(problems[5].expected == "11 as in the heading");
  CHECK_THAT(problems[5].where, Contains("t.csv:7"));
}

TEST_CASE("every missing column is told, and a table of another kind", "[arithmetic]") {
  const std::vector<Problem> missing = Tables().problems("category,op,kernel\nx,y,1\n");
  REQUIRE(missing.size() == 3);
  CHECK(missing[0].what == "no column 'id'");
  CHECK(missing[1].what == "no column 'cores'");
  CHECK(missing[2].what == "no column 'kernel_us'");
  const std::vector<Problem> other = Tables().problems("name,time\nx,1\n");
  REQUIRE(other.size() == 1);
  CHECK(other[0].what == "neither 'category' nor 'split_m' is a column");
}

TEST_CASE("an empty table, one without rows and one that is not there are told", "[arithmetic]") {
  const Tables tables;
  CHECK(tables.problems("").at(0).what == "is empty");
  CHECK(tables.problems(kSweep).at(0).what == "no row below the heading");
  CHECK_THROWS_WITH(read_tables({"no/such.csv"}), Contains("no/such.csv: cannot be read"));
  CHECK_THROWS_WITH(read_tables({std::filesystem::temp_directory_path()}),
                    Contains("cannot be read"));
}

TEST_CASE("an id may be used once, over all tables", "[arithmetic]") {
  const Tables tables;
  const auto first = tables.file("a.csv", kSplits + "g1,1,64,128,256,1,4,2,1,9\n");
  const auto second = tables.file("b.csv", kSweep + "g1,matmul,mm,,512,1024,64,0,16,12.5,\n");
  CHECK_THROWS_WITH(read_tables({first, second}),
                    Contains("b.csv:2: id 'g1' is taken by") && Contains("a.csv:2"));
}

TEST_CASE("problems of several tables come together", "[arithmetic]") {
  const Tables tables;
  const auto bad = tables.file("a.csv", "x\n");
  CHECK_THROWS_WITH(read_tables({bad, "no/such.csv"}),
                    Contains("a.csv:1") && Contains("no/such.csv"));
}

TEST_CASE("the tables that come with the program are whole", "[golden]") {
  const std::vector<Row> rows =
      read_tables({SPYRE_SOURCE_DIR "/workloads/measured/sweep_calibration.csv",
                   SPYRE_SOURCE_DIR "/workloads/measured/granite_splits_calibration.csv"});
  const auto apart = std::count_if(rows.begin(), rows.end(),
                                   [](const Row& row) { return row.families.front() == kApart; });
  CHECK(rows.size() == 757 + 156);
  CHECK(apart == 3);
}
