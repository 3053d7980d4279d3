// Does a run print what it should, write its files whole, and refuse before it spends time?
#include "tests/cli/program.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace spyre;
using namespace spyre::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using nlohmann::json;

namespace {

const std::string kPlan = workload("softmax_512x1024");
const std::string kMatmul = workload("captured/matmul_512x4096x4096_c32");
// Reads scratchpad bytes that nothing has written.
const std::string kDubious = workload("generated/17_lxrelayout_512x2048_rows_to_cols");

}  // namespace

TEST_CASE("the text report has one line per operation and one that names the limit", "[chip]") {
  const Answer answer = spyre_sim("run " + kPlan);
  CHECK(answer.code == 0);
  CHECK(answer.err.empty());
  CHECK_THAT(answer.out, Contains("realdiv") && Contains("\nlimited by "));
}

TEST_CASE("the report has an interval around the kernel time, wider for a card nobody measured",
          "[chip]") {
  const auto report = [](const std::string& more) {
    return json::parse(spyre_sim("run --format json " + more + kPlan).out);
  };
  const auto relative_width = [](const json& r) {
    const double time = r["time"]["kernel_us"];
    CHECK(r["interval"]["low_us"].get<double>() < time);
    CHECK(r["interval"]["high_us"].get<double>() > time);
    CHECK(r["interval"]["level"] == 0.9);
    return (r["interval"]["high_us"].get<double>() - r["interval"]["low_us"].get<double>()) / time;
  };
  const json usual = report(""), other = report("--set dram.rate=\"10 GB/s\" ");
  CHECK(relative_width(other) > 1.5 * relative_width(usual));
  const auto warned = [](const json& r) {
    return std::any_of(r["warnings"].begin(), r["warnings"].end(),
                       [](const json& w) { return w["id"] == "TIME-04"; });
  };
  CHECK_FALSE(warned(usual));
  CHECK(warned(other));
  const json same = report("--config " SPYRE_SOURCE_DIR "/configs/spyre.yaml ");
  CHECK(same["interval"] == usual["interval"]);
}

TEST_CASE("the JSON report is on standard output and in the named file, byte for byte", "[chip]") {
  const report::TemporaryFolder folder;
  const Answer answer =
      spyre_sim("run --format json --report " + (folder / "r.json").string() + " " + kPlan);
  CHECK(answer.code == 0);
  CHECK(report::content_of(folder / "r.json") == answer.out);
  CHECK(json::parse(answer.out)["schema"] == "spyre-sim/report/1");
}

TEST_CASE("the same plan gives the same bytes from another place", "[chip]") {
  const report::TemporaryFolder folder;
  std::filesystem::copy(SPYRE_SOURCE_DIR "/workloads/softmax_512x1024", folder / "softmax_512x1024",
                        std::filesystem::copy_options::recursive);
  const std::string copy = (folder / "softmax_512x1024").string();
  CHECK(spyre_sim("run --format json " + copy).out == spyre_sim("run --format json " + kPlan).out);
}

TEST_CASE("shares and busy time of every operation add up to one", "[chip]") {
  const json report = json::parse(spyre_sim("run --format json " + kPlan).out);
  for (const json& op : report["kernels"][0]["operations"]) {
    double stalls = 0;
    for (const json& share : op["stalls"]) stalls += share.get<double>();
    const double busy = op["unit"] == "sfp" ? op["utilisation"]["sfp"].get<double>() : 1 - stalls;
    CHECK(stalls + busy == Approx(1.0).margin(1e-5));
  }
}

TEST_CASE("the CSV report is a heading and one row per operation", "[chip]") {
  const auto lines = lines_of(spyre_sim("run --format csv " + kPlan).out);
  const json report = json::parse(spyre_sim("run --format json " + kPlan).out);
  CHECK(lines.size() == 1 + report["kernels"][0]["operations"].size());
  CHECK_THAT(lines.at(0), StartsWith("plan,kernel,"));
}

TEST_CASE("the trace reads back and covers the run", "[chip]") {
  const report::TemporaryFolder folder;
  const std::string file = (folder / "t.json").string();
  CHECK(spyre_sim("run --trace " + file + " " + kPlan).code == 0);
  const json trace = json::parse(report::content_of(file));
  std::size_t spans = 0, arrows = 0;
  for (const json& event : trace["traceEvents"]) {
    spans += event["ph"] == "X" ? 1 : 0;
    arrows += event["ph"] == "s" ? 1 : 0;
  }
  CHECK(spans > 100);
  CHECK(arrows > 0);
}

TEST_CASE("an output that cannot be written is told before the run and nothing is left behind",
          "[chip]") {
  const report::TemporaryFolder folder;
  const std::string missing = (folder / "no/r.json").string();
  for (const std::string option : {"--report ", "--trace ", "--timing-log "}) {
    INFO(option);
    const Answer answer = spyre_sim("run " + option + missing + " " + kPlan);
    CHECK(answer.code == 2);
    CHECK(answer.out.empty());
    CHECK(lines_of(answer.err).size() == 1);
    CHECK_THAT(answer.err, Contains(missing));
  }
  CHECK(folder.empty());
}

TEST_CASE("a plan that fails leaves neither report nor trace", "[chip]") {
  const report::TemporaryFolder folder;
  const std::string in_folder = folder.path().string();
  CHECK(
      spyre_sim("run no_plan --report " + in_folder + "/r.json --trace " + in_folder + "/t.json.gz")
          .code == 2);
  CHECK(folder.empty());
}

TEST_CASE("wall times go to their own file", "[chip]") {
  const report::TemporaryFolder folder;
  CHECK(spyre_sim("run --timing-log " + (folder / "log").string() + " " + kPlan).code == 0);
  const json line = json::parse(report::content_of(folder / "log"));
  CHECK(line["exit_code"] == 0);
  CHECK(line["seconds"]["simulate"].get<double>() >= 0);
  CHECK(line["peak_memory_bytes"].get<std::int64_t>() > 0);
}

TEST_CASE("show tells the operations and their splits", "[chip]") {
  const Answer answer = spyre_sim("show " + kPlan);
  CHECK(answer.code == 0);
  CHECK_THAT(answer.out,
             Contains("plan softmax_512x1024_c32_lx1: 1 launch") && Contains("work per core: "));
}

TEST_CASE("a packed plan runs to the same report", "[chip]") {
  const report::TemporaryFolder folder;
  const std::string packed = (folder / "plan.json").string();
  REQUIRE(spyre_sim("pack " + kPlan + " -o " + packed).code == 0);
  const json a = json::parse(spyre_sim("run --format json " + packed).out);
  const json b = json::parse(spyre_sim("run --format json " + kPlan).out);
  CHECK(a["kernels"] == b["kernels"]);
}

TEST_CASE("a schedule that cannot run is a deadlock, told as a cycle of waits", "[chip]") {
  const Answer answer = spyre_sim("run --set schedule.output_buffers=1 " + kMatmul);
  CHECK(answer.code == 4);
  CHECK(answer.out.empty());
  CHECK_THAT(answer.err, StartsWith("spyre-sim: error: deadlock at ") && Contains(" waits for "));
}

TEST_CASE("a warning is in the report and refuses the run only under strict rules", "[chip]") {
  const Answer lenient = spyre_sim("run --format json " + kDubious);
  CHECK(lenient.code == 0);
  CHECK(lenient.err.empty());
  const json warnings = json::parse(lenient.out)["warnings"];
  REQUIRE_FALSE(warnings.empty());
  CHECK(warnings[0]["severity"] == "warning");
  const Answer strict = spyre_sim("run --strict --format json " + kDubious);
  CHECK(strict.code == 3);
  CHECK(strict.out.empty());
  CHECK_THAT(strict.err,
             StartsWith("spyre-sim: error: ") && Contains(warnings[0]["id"].get<std::string>()));
}

TEST_CASE("warnings that a CSV report cannot hold go to standard error", "[chip]") {
  CHECK_THAT(spyre_sim("run --format csv " + kDubious).err, StartsWith("spyre-sim: warning: "));
  CHECK(spyre_sim("run -q --format csv " + kDubious).err.empty());
}
