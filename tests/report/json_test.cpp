// Has the JSON report every key of the contract, in its order, with exact numbers?
#include "sim/report/report_json.hpp"

#include "sim/report/number_text.hpp"
#include "tests/report/example.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::report;

namespace {

using Keys = std::vector<std::string>;

Keys keys_of(const Json& object) {
  Keys keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

Json document() { return report_json(example::report()); }

}  // namespace

TEST_CASE("the report has the keys of its schema in order", "[arithmetic]") {
  const Json json = document();
  CHECK(json["schema"] == "spyre-sim/report/1");
  CHECK(keys_of(json) == Keys{"schema", "simulator", "plan", "time", "interval", "kernels", "units",
                              "assumptions", "warnings"});
  CHECK(keys_of(json["simulator"]) == Keys{"version", "config_hash", "plan_hash"});
  CHECK(keys_of(json["plan"]) == Keys{"name", "launches", "operations", "cores_used"});
  CHECK(keys_of(json["time"]) == Keys{"device_us", "kernel_us", "host_us"});
  CHECK(json["interval"].is_null());
}

TEST_CASE("an interval has both ends and its level", "[arithmetic]") {
  Report report = example::report();
  report.interval = Interval{4.5, 6.25, 0.9};
  CHECK(report_json(report)["interval"] ==
        Json{{"low_us", 4.5}, {"high_us", 6.25}, {"level", 0.9}});
}

TEST_CASE("kernels, operations and units have the keys of the schema in order", "[arithmetic]") {
  const Json json = document();
  const Json& kernel = json["kernels"][0];
  const Json& op = kernel["operations"][0];
  const Keys stalls{"memory", "ring", "space", "dependence", "partial_sum", "launch", "drain"};
  CHECK(keys_of(kernel) == Keys{"name", "index", "repeat", "start_us", "time_us", "operations"});
  CHECK(keys_of(op) == Keys{"index", "op", "unit", "cores", "trips", "start_us", "time_us", "bound",
                            "macs", "elements", "read_bytes", "written_bytes", "ring_bytes",
                            "partial_sum_bytes", "lx_bytes", "utilisation", "stalls"});
  CHECK(keys_of(op["utilisation"]) == Keys{"pt", "sfp", "hmi_read", "hmi_write", "ring"});
  CHECK(keys_of(op["stalls"]) == stalls);
  CHECK(keys_of(json["units"][0]) == Keys{"path", "busy_us", "idle_us", "stalls_us", "counters"});
  CHECK(keys_of(json["units"][0]["stalls_us"]) == stalls);
  CHECK(keys_of(json["assumptions"][0]) == Keys{"parameter", "value", "status"});
}

TEST_CASE("times are microseconds and bytes are whole numbers", "[arithmetic]") {
  const Json json = document();
  const Json& op = json["kernels"][0]["operations"][0];
  CHECK(json["time"]["kernel_us"].get<double>() ==
        microseconds(example::kMatmulTime + example::kAddTime));
  CHECK(op["start_us"].get<double>() == 0.1);
  CHECK(op["read_bytes"] == 200'000);
  CHECK(op["bound"] == "memory");
  CHECK(op["stalls"]["memory"].get<double>() == 0.5);
  CHECK(json["units"][0]["counters"]["bursts"] == 7);
}

TEST_CASE("the text form reads back as the same document", "[arithmetic]") {
  const std::string line = json_text(document(), Layout::Line);
  const std::string pretty = json_text(document(), Layout::Pretty);
  CHECK(json_text(Json::parse(line), Layout::Line) == line);
  CHECK(json_text(Json::parse(pretty), Layout::Pretty) == pretty);
  CHECK(Json::parse(line) == Json::parse(pretty));
  CHECK(line.find('\n') == std::string::npos);
}

TEST_CASE("numbers never have an exponent and keep every picosecond", "[arithmetic]") {
  const Json json{{"tiny", microseconds(picoseconds(1))},
                  {"large", microseconds(picoseconds(123'456'789'012'345))},
                  {"whole", 3.0},
                  {"negative zero", -0.0}};
  CHECK(json_text(json, Layout::Line) ==
        R"({"tiny":0.000001,"large":123456789.012345,"whole":3.0,"negative zero":0.0})");
}

TEST_CASE("objects of plain values stay on one line of a pretty document", "[arithmetic]") {
  const Json json{{"a", {{"x", 1}, {"y", "z"}}}, {"b", Json::array()}};
  CHECK(json_text(json, Layout::Pretty) == "{\n  \"a\": {\"x\": 1, \"y\": \"z\"},\n  \"b\": []\n}");
}
