// Is the trace a valid Trace Event Format document with tracks, spans and arrows?
#include "sim/report/trace.hpp"

#include "models/base/error.hpp"
#include "sim/report/json_text.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <zlib.h>

using namespace spyre;
using namespace spyre::report;

namespace {

void record(Trace& trace) {
  trace.track(0, "chip.core0.load");
  trace.track(1, "chip.core0.pt");
  trace.track(2, "chip.dram");
  trace.begin(0, "mm \"quoted\"");
  trace.operation(0, "mm \"quoted\"", Time{0}, nanoseconds(100));
  trace.span({0, 0, "load", false, Time{0}, nanoseconds(40)});
  trace.flow({0, 1, nanoseconds(40), nanoseconds(40)});
  trace.span({1, 0, "memory", true, Time{0}, nanoseconds(40)});
  trace.span({1, 0, "matmul", false, nanoseconds(40), picoseconds(60'001)});
}

Json recorded(const std::filesystem::path& file) {
  Trace trace(file);
  record(trace);
  trace.finish();
  return Json::parse(content_of(file));
}

std::vector<Json> events(const Json& document, const char* phase) {
  std::vector<Json> found;
  for (const Json& event : document["traceEvents"]) {
    if (event["ph"] == phase) found.push_back(event);
  }
  return found;
}

std::string unpacked(const std::filesystem::path& file) {
  gzFile stream = gzopen(file.c_str(), "rb");
  REQUIRE(stream != nullptr);
  std::string text(1U << 16U, '\0');
  const int size = gzread(stream, text.data(), static_cast<unsigned>(text.size()));
  gzclose(stream);
  text.resize(static_cast<std::size_t>(size));
  return text;
}

}  // namespace

TEST_CASE("spans become complete events with microseconds to the picosecond", "[arithmetic]") {
  const TemporaryFolder folder;
  const auto spans = events(recorded(folder / "t.json"), "X");
  REQUIRE(spans.size() == 4);
  CHECK(spans.at(0)["name"] == "mm \"quoted\"");
  CHECK(spans.at(1)["name"] == "stall: memory of mm \"quoted\"");
  CHECK(spans.at(1)["args"]["operation"] == 0);
  CHECK(spans.at(2)["cat"] == "load");
  CHECK(spans.at(2)["name"] == "mm \"quoted\"");
  CHECK(spans.at(3)["ts"].get<double>() == 0.04);
  CHECK(spans.at(3)["dur"].get<double>() == 0.060001);
}

TEST_CASE("units of one core share a process and every track has a name and a place in order",
          "[arithmetic]") {
  const TemporaryFolder folder;
  const Json document = recorded(folder / "t.json");
  std::map<std::pair<int, int>, std::string> threads;
  std::map<int, std::string> processes;
  for (const Json& event : events(document, "M")) {
    const int pid = event["pid"];
    if (event["name"] == "process_name") processes[pid] = event["args"]["name"];
    if (event["name"] == "thread_name")
      threads[{pid, event["tid"].get<int>()}] = event["args"]["name"];
  }
  const auto spans = events(document, "X");
  const auto thread = [&](const Json& span) {
    return threads.at({span["pid"].get<int>(), span["tid"].get<int>()});
  };
  CHECK(processes.at(spans.at(0)["pid"]) == "operations");
  CHECK(processes.at(spans.at(1)["pid"]) == "core0");
  CHECK(thread(spans.at(2)) == "load");
  CHECK(thread(spans.at(3)) == "pt");
  CHECK(spans.at(1)["pid"] == spans.at(3)["pid"]);
  CHECK(processes.size() == 3);  // operations, core0, chip
}

TEST_CASE("an arrow starts inside its source span and ends at its target's start", "[arithmetic]") {
  const TemporaryFolder folder;
  const Json document = recorded(folder / "t.json");
  const auto starts = events(document, "s");
  const auto ends = events(document, "f");
  REQUIRE(starts.size() == 1);
  REQUIRE(ends.size() == 1);
  CHECK(starts.at(0)["id"] == ends.at(0)["id"]);
  CHECK(starts.at(0)["ts"].get<double>() < 0.04);
  CHECK(ends.at(0)["ts"].get<double>() == 0.04);
  CHECK(ends.at(0)["bp"] == "e");
}

TEST_CASE("ends of arrows where a track is idle are moved into the span before", "[arithmetic]") {
  const TemporaryFolder folder;
  Trace trace(folder / "t.json");
  trace.track(0, "chip.core0.load");
  trace.track(1, "chip.core0.pt");
  trace.span({0, 0, "load", false, Time{0}, nanoseconds(10)});
  trace.span({1, 0, "memory", true, Time{0}, nanoseconds(30)});
  trace.flow({0, 1, nanoseconds(30), nanoseconds(30)});
  trace.span({0, 0, "load", false, nanoseconds(50), nanoseconds(10)});
  trace.finish();
  const Json document = Json::parse(content_of(folder / "t.json"));
  REQUIRE(events(document, "s").size() == 1);
  REQUIRE(events(document, "f").size() == 1);
  CHECK(events(document, "s").at(0)["ts"].get<double>() < 0.010);
  CHECK(events(document, "f").at(0)["ts"].get<double>() < 0.030);
}

TEST_CASE("spans that continue each other are one event, others are not", "[arithmetic]") {
  const TemporaryFolder folder;
  Trace trace(folder / "t.json");
  trace.track(0, "chip.core0.load");
  trace.span({0, 0, "memory", true, nanoseconds(0), nanoseconds(10)});
  trace.span({0, 0, "memory", true, nanoseconds(10), nanoseconds(5)});
  trace.span({0, 0, "load", false, nanoseconds(15), nanoseconds(5)});
  trace.span({0, 0, "load", false, nanoseconds(21), nanoseconds(5)});
  trace.span({0, 1, "load", false, nanoseconds(26), nanoseconds(5)});
  trace.finish();
  const auto spans = events(Json::parse(content_of(folder / "t.json")), "X");
  REQUIRE(spans.size() == 4);
  CHECK(spans.at(0)["dur"].get<double>() == 0.015);
}

TEST_CASE("a name that ends in .gz gives the same document compressed", "[arithmetic]") {
  const TemporaryFolder folder;
  const Json plain = recorded(folder / "t.json");
  Trace trace(folder / "t.json.gz");
  record(trace);
  trace.finish();
  CHECK(content_of(folder / "t.json.gz").substr(0, 2) == "\x1f\x8b");
  CHECK(Json::parse(unpacked(folder / "t.json.gz")) == plain);
}

TEST_CASE("a trace that is not finished leaves nothing behind", "[arithmetic]") {
  const TemporaryFolder folder;
  {
    Trace trace(folder / "t.json");
    record(trace);
  }
  CHECK(folder.empty());
}

TEST_CASE("a disk that fills up is told when the trace is finished, not during the run",
          "[arithmetic]") {
  Trace trace("/dev/full");
  for (int i = 0; i < 5000; ++i) trace.span({0, 0, "load", false, nanoseconds(i), nanoseconds(1)});
  CHECK_THROWS_AS(trace.finish(), Error);
}
