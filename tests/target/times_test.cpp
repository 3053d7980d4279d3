// Are the times of a process those of its transfers and kernels, placed where nothing waits for
// nothing?
#include "sim/target/timeline.hpp"

#include "models/base/error.hpp"
#include "sim/config/config.hpp"
#include "sim/target/process_report.hpp"
#include "sim/target/recorder.hpp"
#include "tests/support/catch.hpp"
#include "tests/target/driver.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace spyre;
using target::place_in_time;
using target::Placed;
using target::Step;
using Kind = target::Step::Kind;
namespace fs = std::filesystem;

namespace {

params::ChipParams card() {
  return config::load({fs::path(SPYRE_SOURCE_DIR) / "configs/spyre.yaml"}, {});
}

params::Host host() {
  params::Host host = card().host;
  host.launch = nanoseconds(10);
  host.correction = nanoseconds(5);
  host.transfer_latency = nanoseconds(1);
  host.h2d_rate = host.d2h_rate = BytesPerSecond(1'000'000'000);  // a byte per nanosecond
  return host;
}

Step step(Kind kind, int stream, std::int64_t bytes = 0, int kernel = -1) {
  return {kind, stream, Bytes(bytes), kernel};
}

}  // namespace

TEST_CASE("one launch is correction, transfer and computation, one after the other",
          "[arithmetic]") {
  const std::vector<Placed> placed = place_in_time(
      {step(Kind::Correction, 0), step(Kind::Send, 0, 128), step(Kind::Compute, 0, 0, 0)},
      {nanoseconds(100)}, host());
  CHECK(placed[0].end == nanoseconds(5));
  CHECK(placed[1].start == nanoseconds(5));
  CHECK(placed[1].end == nanoseconds(5 + 1 + 128));
  CHECK(placed[2].start == nanoseconds(134 + 10));
  CHECK(placed[2].end == nanoseconds(244));
}

TEST_CASE("the correction of the next launch overlaps with a computation", "[arithmetic]") {
  const std::vector<Placed> placed = place_in_time(
      {step(Kind::Compute, 0, 0, 0), step(Kind::Correction, 0), step(Kind::Compute, 0, 0, 0)},
      {nanoseconds(100)}, host());
  CHECK(placed[1].start == nanoseconds(10));
  CHECK(placed[2].start == placed[0].end);
}

TEST_CASE("streams share the card and the link but not their order", "[arithmetic]") {
  const std::vector<Placed> placed =
      place_in_time({step(Kind::Compute, 0, 0, 0), step(Kind::Fetch, 1, 50),
                     step(Kind::Fetch, 0, 50), step(Kind::Compute, 1, 0, 0)},
                    {nanoseconds(100)}, host());
  CHECK(placed[1].start == nanoseconds(10));  // beside the computation
  CHECK(placed[2].start == placed[0].end);    // after its own stream's computation
  CHECK(placed[3].start == placed[0].end);    // the card is busy until then
}

TEST_CASE("the host waits where the program did", "[arithmetic]") {
  const std::vector<Placed> placed =
      place_in_time({step(Kind::Compute, 0, 0, 0), step(Kind::Wait, 0), step(Kind::Correction, 0)},
                    {nanoseconds(100)}, host());
  CHECK(placed[1].end == placed[0].end);
  CHECK(placed[2].start == placed[0].end);
}

TEST_CASE("a process log names kernels once, however often they run", "[unit]") {
  target::Settings settings;
  settings.timing = true;
  target::Recorder recorder(settings);
  target::Image image;
  image.name = "from the image";
  image.texts = {{"bundle.mlir", "text"}};
  recorder.add_stream(0, 0);
  CHECK(recorder.kernel("add", 7, image) == 0);
  CHECK(recorder.kernel("", 8, image) == 1);
  CHECK(recorder.kernel("add again", 7, image) == 0);
  check::Finding finding;
  finding.id = "DYN-01";
  recorder.add_findings(0, {finding, finding});
  const auto log = recorder.log();
  CHECK(log["kernels"].size() == 2);
  CHECK(log["kernels"][0]["name"] == "add");
  CHECK(log["kernels"][1]["name"] == "from the image");
  CHECK(log["kernels"][0]["findings"]["DYN-01"] == 2);
}

TEST_CASE("the report counts launches and says which kernels have no time", "[unit]") {
  const nlohmann::json log = {
      {"streams", {{{"id", 0}, {"priority", 0}}}},
      {"kernels",
       {{{"name", "add"}, {"findings", nlohmann::json::object()}},
        {{"name", "odd"}, {"findings", nlohmann::json::object()}}}},
      {"operations",
       {{{"kind", "compute"}, {"stream", 0}, {"bytes", 0}, {"kernel", 0}},
        {{"kind", "compute"}, {"stream", 0}, {"bytes", 0}, {"kernel", 0}},
        {{"kind", "compute"}, {"stream", 0}, {"bytes", 0}, {"kernel", 1}}}}};
  const auto report = target::process_report(
      log, {{{"time_ps", 5'000'000}, {"bound", "memory"}}, {{"error", "cannot"}}}, card());
  CHECK(report["kernels"][0]["launches"] == 2);
  CHECK(report["kernels"][0]["time_us"] == 5.0);
  CHECK(report["kernels"][0]["total_us"] == 10.0);
  CHECK(report["kernels"][1]["time_us"].is_null());
  CHECK(report["kernels"][1]["error"] == "cannot");
  CHECK(report["time"]["compute_us"] == 10.0);
  CHECK(target::process_summary(report).find("memory") != std::string::npos);
}

TEST_CASE("a log of another form is refused", "[unit]") {
  CHECK_THROWS_WITH(target::process_report({{"operations", 1}}, {}, card()),
                    Catch::Contains("process log"));
  CHECK_THROWS_WITH(target::kind_named("sleep"), Catch::Contains("'sleep'"));
}

TEST_CASE("a process with a report file gets one when its card is closed", "[golden]") {
  const target::test::Scratch scratch;
  const fs::path file = scratch.path() / "report.json";
  setenv("SPYRE_SIM_REPORT", file.c_str(), 1);
  setenv("SPYRE_SIM_MODE", "timing", 1);
  {
    flex::RuntimeContext runtime(0);
    flex::RuntimeStream& stream = *runtime.getDefaultStream();
    const target::test::Kernel kernel(target::test::compile_case("mm_ksplit4", scratch.path()),
                                      runtime, stream);
    for (int i = 0; i < 2; ++i) kernel.launch(stream, {0, 1 << 20, 2 << 20});
    stream.synchronize();
  }
  unsetenv("SPYRE_SIM_REPORT");
  unsetenv("SPYRE_SIM_MODE");
  std::ifstream stream(file);
  const auto report = nlohmann::json::parse(stream);
  CHECK(report["schema"] == "spyre-sim/process/1");
  REQUIRE(report["kernels"].size() == 1);
  CHECK(report["kernels"][0]["launches"] == 2);
  CHECK(report["kernels"][0]["time_us"].get<double>() > 0);
  CHECK(report["kernels"][0]["bound"].is_string());
  CHECK(report["timeline"].size() == 1 + 2 * 3 + 1);
}
