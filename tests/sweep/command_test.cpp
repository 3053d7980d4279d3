// Does the command sweep, resume, print points and summarise as a user sees it?
#include "tests/cli/program.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace spyre;
using cli::Answer;
using cli::lines_of;
using cli::spyre_sim;
using report::content_of;

namespace {

const std::string kSmall = "'" SPYRE_SOURCE_DIR "/tests/sweep/small.yaml'";

std::vector<std::string> sorted_rows(const std::string& text) {
  std::vector<std::string> rows = lines_of(text);
  std::sort(rows.begin() + 1, rows.end());
  return rows;
}

std::ptrdiff_t count(const std::vector<std::string>& rows, const std::string& part) {
  return std::count_if(rows.begin(), rows.end(),
                       [&](const std::string& row) { return row.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("every point has a row, whatever became of it", "[golden]") {
  const report::TemporaryFolder folder;
  const std::string directory = (folder / "out").string();
  const Answer answer = spyre_sim("sweep " + kSmall + " -j 2 -o " + directory);
  REQUIRE(answer.code == 0);
  CHECK(answer.out.empty());
  const std::vector<std::string> rows = sorted_rows(content_of(folder / "out/points.csv"));
  CHECK(rows.size() == 1 + (1 + 2 * 2 * 3) * 3 * 2);
  CHECK(rows.front() ==
        "point,plan,build.k,build.n,build.split,dram.channels,lx.capacity,status,kernel_us,"
        "device_us,bound,message");
  CHECK(count(rows, ",7x1x1,") == count(rows, ",refused,"));
  CHECK(count(rows, ",filtered,") > 0);
  CHECK(count(rows, ",ok,") > 0);
  CHECK(count(rows, ",failed,") == 0);
  CHECK(content_of(folder / "out/spec.yaml") ==
        content_of(SPYRE_SOURCE_DIR "/tests/sweep/small.yaml"));

  const Answer again = spyre_sim("sweep " + kSmall + " -j 2 -o " + directory);
  CHECK(again.code == 2);
  CHECK(again.err.find("--resume") != std::string::npos);
  const Answer resumed = spyre_sim("sweep " + kSmall + " --resume -o " + directory);
  CHECK(resumed.err.find("0 simulated, 78 there before") != std::string::npos);

  const Answer some = spyre_sim("sweep " + kSmall + " --points 6-9");
  CHECK(some.code == 0);
  const std::vector<std::string> printed = lines_of(some.out);
  REQUIRE(printed.size() == 1 + 4);
  for (const std::string& row : printed)
    CHECK(std::find(rows.begin(), rows.end(), row) != rows.end());

  const Answer summary = spyre_sim("sweep --summary " + directory);
  CHECK(summary.code == 0);
  CHECK(summary.out.find("matters most") != std::string::npos);
  CHECK(content_of(folder / "out/summary.html").rfind("<!DOCTYPE html>", 0) == 0);
}

TEST_CASE("another filter does not go on with the rows of the first", "[unit]") {
  const report::TemporaryFolder folder;
  const std::string build = "build: {op: mm, m: 64, k: 64, n: 64}\n";
  std::ofstream(folder / "a.yaml") << build;
  std::ofstream(folder / "b.yaml") << build << "keep: kernel_us < 1\n";
  const std::string out = " -o " + (folder / "out").string();
  CHECK(spyre_sim("sweep " + (folder / "a.yaml").string() + out).code == 0);
  const Answer other = spyre_sim("sweep --resume " + (folder / "b.yaml").string() + out);
  CHECK(other.code == 2);
  CHECK(other.err.find("was run with keep") != std::string::npos);
}

TEST_CASE("another sweep of the same columns does not go on with rows, nor leaves its spec.yaml",
          "[unit]") {
  const report::TemporaryFolder folder;
  std::ofstream(folder / "a.yaml") << "build: {op: mm, m: [32, 64], k: 64, n: 64}\n";
  std::ofstream(folder / "b.yaml") << "build: {op: mm, m: [32, 64], k: 128, n: 64}\n";
  const std::string out = " -o " + (folder / "out").string();
  CHECK(spyre_sim("sweep " + (folder / "a.yaml").string() + out).code == 0);
  const Answer other = spyre_sim("sweep --resume " + (folder / "b.yaml").string() + out);
  CHECK(other.code == 2);
  CHECK(other.err.find("points.csv: holds 2 of 2 rows that are no points of this sweep") !=
        std::string::npos);
  CHECK(content_of(folder / "out/spec.yaml") == content_of(folder / "a.yaml"));
  const Answer card =
      spyre_sim("sweep --resume --set dram.channels=8 " + (folder / "a.yaml").string() + out);
  CHECK(card.code == 2);
}

TEST_CASE("a plan that breaks a rule is a refused row with the rule in it", "[unit]") {
  const report::TemporaryFolder folder;
  const std::string plan = "plans: " SPYRE_SOURCE_DIR "/workloads/";
  std::ofstream(folder / "a.yaml") << plan << "softmax_512x1024\n"
                                   << "axes: {chip.cores: [16, 32]}\n";
  const Answer answer = spyre_sim("sweep " + (folder / "a.yaml").string() + " --points 0-1");
  CHECK(answer.code == 0);
  const std::vector<std::string> rows = lines_of(answer.out);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].find(",16,refused,,,,") != std::string::npos);
  CHECK(rows[1].find("SPN-04") != std::string::npos);
  CHECK(rows[2].find(",32,ok,") != std::string::npos);

  std::ofstream(folder / "b.yaml") << plan << "captured/granite_layer_prefill512_sdpa\n";
  const Answer strict = spyre_sim("sweep --strict " + (folder / "b.yaml").string() + " --points 0");
  CHECK(strict.out.find("refused") != std::string::npos);
}

TEST_CASE("options that exclude each other are told what they are for", "[unit]") {
  const auto refused = [](const std::string& options, const char* why) {
    const Answer answer = spyre_sim("sweep " + options);
    INFO(options);
    CHECK(answer.code == 2);
    CHECK(answer.err.find(why) != std::string::npos);
  };
  refused(kSmall + " --points 3 -o x", "--points prints its rows and writes none");
  refused(kSmall + " --points 3 --resume", "--resume goes on with rows");
  refused("--summary x -j 3", "--summary is about a sweep that was run");
  refused("--summary x --set dram.channels=8", "--summary is about a sweep that was run");
  refused("--summary x --figures ''", "--figures: is empty");
}

TEST_CASE("what a sweep needs is asked for", "[unit]") {
  CHECK(spyre_sim("sweep").code == 2);
  CHECK(spyre_sim("sweep " + kSmall).code == 2);
  CHECK(spyre_sim("sweep " + kSmall + " --points 78").code == 2);
  CHECK(spyre_sim("sweep " + kSmall + " --points 3-2").code == 2);
  CHECK(spyre_sim("sweep --figures a,b -o x").code == 2);
  CHECK(spyre_sim("sweep --summary /nowhere").code == 2);
  CHECK(spyre_sim("sweep /nowhere/spec.yaml -o x").code == 2);
}
