// Does the command predict what `run` predicts, compare it with the table, and tell what is wrong?
#include "tests/cli/program.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <map>

using namespace spyre;
using namespace spyre::cli;
using Catch::Matchers::Contains;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string kHeading = "id,category,op,M,K,N,rows,cols,cores,split_mxnxk,kernel_us\n";
const std::string kMatmul = "m1,matmul,mm,1024,1024,1024,,,16,,50\n";
const std::string kAdd = "p1,pointwise,add,,,,2048,1024,32,,80\n";
const std::string kSum = "r1,reduction,sumrow,,,,8192,2048,32,,200\n";

// Kept plans under the ids of a table.
const std::map<std::string, std::string> kPlans{{"m1", "captured/matmul_1024x1024x1024_c16"},
                                                {"p1", "captured/add_2048x1024_c32"},
                                                {"r1", "captured/sum_dimlast_8192x2048_c32"}};

class Bench {
 public:
  explicit Bench(const std::string& rows, const std::string& heading = kHeading) {
    std::ofstream(folder_ / "t.csv") << heading << rows;
    fs::create_directory(folder_ / "plans");
  }
  void keep(const std::string& id) const {
    fs::create_directory_symlink(fs::path(SPYRE_SOURCE_DIR) / "workloads" / kPlans.at(id),
                                 folder_ / "plans" / id);
  }
  [[nodiscard]] Answer validate(const std::string& more) const {
    return spyre_sim("validate -j 2 --data " + path("t.csv") + ' ' + more);
  }
  [[nodiscard]] json document(const std::string& more) const {
    const Answer answer = validate("--format json " + more);
    CHECK(answer.err.empty());
    return json::parse(answer.out);
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

 private:
  report::TemporaryFolder folder_;
};

double run_us(const std::string& id) {
  const Answer answer = spyre_sim("run --format json " + workload(kPlans.at(id)));
  return json::parse(answer.out)["time"]["kernel_us"];
}

}  // namespace

TEST_CASE("kept plans are predicted as `run` predicts them, in the order of the table", "[chip]") {
  const Bench bench(kMatmul + kAdd + kSum);
  for (const char* id : {"m1", "p1", "r1"}) bench.keep(id);
  const json j = bench.document("--plans " + bench.path("plans"));
  REQUIRE(j["rows"].size() == 3);
  CHECK(j["skipped"].empty());
  const std::vector<std::string> ids{"m1", "p1", "r1"};
  double squares = 0, sum = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const json& row = j["rows"][i];
    CHECK(row["id"] == ids[i]);
    CHECK(row["source"] == "plan");
    CHECK(row["predicted_us"].get<double>() == Approx(run_us(ids[i])));
    const double error = row["predicted_us"].get<double>() / row["measured_us"].get<double>() - 1;
    squares += error * error;
    sum += error;
  }
  const json& all = j["families"][0];
  CHECK(all["family"] == "all");
  CHECK(all["n"] == 3);
  CHECK(all["rms_pct"].get<double>() == Approx(100 * std::sqrt(squares / 3)).epsilon(1e-6));
  CHECK(all["bias_pct"].get<double>() == Approx(100 * sum / 3).epsilon(1e-6));
}

TEST_CASE("a row without a plan is built, and one that cannot be built is skipped", "[chip]") {
  const Bench bench(kMatmul + kAdd + "u1,strange,fft,,,,64,64,32,,5\n");
  bench.keep("m1");
  const json j = bench.document("--plans " + bench.path("plans"));
  REQUIRE(j["rows"].size() == 2);
  CHECK(j["rows"][0]["source"] == "plan");
  CHECK(j["rows"][1]["source"] == "built");
  CHECK(j["rows"][1]["predicted_us"].get<double>() == Approx(run_us("p1")).epsilon(0.02));
  REQUIRE(j["skipped"].size() == 1);
  CHECK(j["skipped"][0]["id"] == "u1");
  CHECK_THAT(j["skipped"][0]["why"].get<std::string>(), Contains("fft"));
}

TEST_CASE("the result is the same bytes with one process and with several", "[chip]") {
  const Bench bench(kAdd + kMatmul + kSum);
  CHECK(bench.validate("--format json -j 1").out == bench.validate("--format json -j 3").out);
}

TEST_CASE("a plan that moves other bytes than the measured kernel is skipped", "[chip]") {
  const Bench bench("p1,pointwise,add,32,80,4194304\np2,pointwise,add,32,80,12582912\n",
                    "id,category,op,cores,kernel_us,hbm_bytes\n");
  bench.keep("p1");
  const Answer answer = bench.validate("--format json --plans " + bench.path("plans"));
  CHECK(answer.code == 2);  // nothing is left to compare
  const json j = json::parse(answer.out);
  REQUIRE(j["skipped"].size() == 2);  // the second has no shape to build
  CHECK(j["skipped"][0]["why"] == "its plan moves more bytes than the measured kernel");
}

TEST_CASE("a stored result passes against itself and fails against a better one", "[chip]") {
  const Bench bench(kAdd);
  json stored = bench.document("");
  std::ofstream(bench.path("same.json")) << stored.dump();
  CHECK(bench.validate("--against " + bench.path("same.json")).code == 0);
  for (json& family : stored["families"]) family["rms_pct"] = family["rms_pct"].get<double>() - 0.5;
  std::ofstream(bench.path("better.json")) << stored.dump();
  const std::string against = "--against " + bench.path("better.json");
  const Answer answer = bench.validate(against + " --tolerance 0.25");
  CHECK(answer.code == 6);
  CHECK_THAT(answer.err, Contains("error: pointwise: RMS is") && Contains("0.50 points above"));
  CHECK_THAT(answer.out, Contains("pointwise"));
  CHECK(bench.validate(against + " --tolerance 0.75").code == 0);
}

TEST_CASE("where nothing is predicted or compared there is no success", "[chip]") {
  const Bench bench("u1,strange,fft,,,,64,64,32,,5\n");
  const Answer none = bench.validate("--write-errors " + bench.path("errors.csv"));
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("error: validate: none of 1 rows was predicted"));
  CHECK_THAT(none.out, Contains("fft"));
  CHECK_FALSE(fs::exists(bench.path("errors.csv")));
  const std::string start = R"({"schema": "spyre-sim/validate/1", "families": [)";
  std::ofstream(bench.path("empty.json")) << start << "]}";
  const Answer empty = bench.validate("--against " + bench.path("empty.json"));
  CHECK(empty.code == 2);
  CHECK_THAT(empty.err, Contains("empty.json: has no family over all cores"));
  const Bench predicted(kAdd);
  std::ofstream(predicted.path("other.json"))
      << start << R"({"family": "softmax", "cores": null, "n": 3, "rms_pct": 4.5}]})";
  const Answer other = predicted.validate("--against " + predicted.path("other.json"));
  CHECK(other.code == 2);
  CHECK_THAT(other.err, Contains("error: --against: has no family of these rows"));
}

TEST_CASE("a changed card changes predictions", "[chip]") {
  const Bench bench(kAdd);
  const json slow = bench.document("--set dram.channels=8");
  CHECK(slow["rows"][0]["predicted_us"].get<double>() >
        bench.document("")["rows"][0]["predicted_us"].get<double>());
}

TEST_CASE("a plan that cannot be read is told and the other rows are still predicted", "[chip]") {
  const Bench bench(kMatmul + kAdd);
  bench.keep("p1");
  fs::create_directory(bench.path("plans/m1"));
  const Answer answer = bench.validate("--format json --plans " + bench.path("plans"));
  CHECK(answer.code == 2);
  CHECK_THAT(answer.err, Contains("error: m1: "));
  const json j = json::parse(answer.out);
  CHECK(j["rows"].size() == 1);
  CHECK(j["skipped"][0]["id"] == "m1");
}

TEST_CASE("mistakes of the command line and of its files are told before time is spent", "[chip]") {
  const Bench bench("p1,pointwise,add,,,,2048,1024,none,,80\np2,pointwise,add,1\n");
  const auto refused = [&](const std::string& arguments, const std::string& part) {
    INFO(arguments);
    const Answer answer = spyre_sim("validate " + arguments);
    CHECK(answer.code == 2);
    CHECK(answer.out.empty());
    CHECK_THAT(answer.err, Contains(part));
  };
  refused("--data no/such.csv", "no/such.csv: cannot be read");
  refused("--data " + bench.path("t.csv"), "t.csv:2: cores is 'none' (expected a whole number");
  CHECK(lines_of(spyre_sim("validate --data " + bench.path("t.csv")).err).size() == 2);
  refused("--plans no/such", "no/such: is no directory");
  refused("--plans " + bench.path("plans"), "plans: has no plan of any row (expected folders");
  refused("--tolerance 1", "--tolerance is given without a table");
  refused("--against no/such.json", "no/such.json: cannot be read");
  refused("--against no/such.json --tolerance -1", "--tolerance: '-1' is no number from 0 on");
  refused("--against no/such.json --tolerance nan", "--tolerance: 'nan' is no number from 0 on");
  refused("--against ''", "--against: is empty");
  refused("--write-errors x.csv --timing-log ./x.csv", "name the same file");
  refused("-j 0", "-j");
  refused("--format html", "html");
}

TEST_CASE("errors that were written give the intervals of the same rows", "[chip]") {
  const Bench bench(kAdd + kSum + "p2,pointwise,add,,,,4096,1024,32,,160\n");
  const json j = bench.document("--write-errors " + bench.path("errors.csv"));
  std::ifstream written(bench.path("errors.csv"));
  std::string line;
  int lines = 0;
  while (std::getline(written, line)) ++lines;
  CHECK(lines == 1 + 3);
  for (const json& row : j["rows"]) {
    const double predicted = row["predicted_us"];
    CHECK(row["low_us"].get<double>() <= 0.995 * predicted);
    CHECK(row["high_us"].get<double>() >= 1.005 * predicted);
  }
  CHECK(j["families"][0]["interval_coverage_pct"].is_number());
}

TEST_CASE("plans of rows that no table of the program has are read, whatever the columns' order",
          "[chip]") {
  const Bench bench("50,mm,matmul,m1,4\n80,add,pointwise,p1,2\n",
                    "kernel_us,op,category,id,cores\n");
  bench.keep("m1");
  bench.keep("p1");
  const json j = bench.document("--plans " + bench.path("plans"));
  REQUIRE(j["rows"].size() == 2);
  CHECK(j["rows"][0]["source"] == "plan");
  CHECK(j["rows"][0]["predicted_us"].get<double>() == Approx(run_us("m1")));
  CHECK(j["rows"][0]["cores"] == 4);
}

TEST_CASE("a table of forced divisions needs no column but its own", "[chip]") {
  const Bench bench("24,1,512,1024,1024,1,4,8,1,g1\n",
                    "kernel_us,batch,M,N,K,split_batch,split_m,split_n,split_k,id\n");
  const json j = bench.document("");
  REQUIRE(j["rows"].size() == 1);
  CHECK(j["rows"][0]["family"] == "granite_splits");
  CHECK(j["rows"][0]["cores"] == 4 * 8);
  CHECK(j["rows"][0]["source"] == "built");
}
