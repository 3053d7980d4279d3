// The data sheet as text, and the describe table behind it.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "models/base/error.hpp"
#include "models/params/describe.hpp"
#include "sim/config/config.hpp"
#include "tests/config/folder.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using test::Folder;
using test::shipped;

namespace {

params::ChipParams card(const std::vector<std::string>& sets = {}) {
  return config::load({shipped("spyre.yaml")}, sets);
}

struct Extent {
  std::size_t offset, size;
};

Extent extent(const params::ChipParams& p, const params::Member& member) {
  const auto* start = reinterpret_cast<const char*>(&p);
  return std::visit(
      [start](const auto* m) {
        return Extent{static_cast<std::size_t>(reinterpret_cast<const char*>(m) - start),
                      sizeof(*m)};
      },
      member);
}

}  // namespace

TEST_CASE("no member of the data sheet is missing in the describe table", "[unit]") {
  params::ChipParams p{};
  std::vector<Extent> extents;
  for (const params::Parameter& parameter : params::describe(p))
    extents.push_back(extent(p, parameter.slot.member));
  std::sort(extents.begin(), extents.end(), [](Extent a, Extent b) { return a.offset < b.offset; });
  std::size_t end = 0;
  for (const Extent& e : extents) {
    CHECK(e.offset >= end);                  // no member twice
    CHECK(e.offset - end < alignof(Bytes));  // padding behind a flag at most
    end = e.offset + e.size;
  }
  CHECK(sizeof(p) - end < alignof(Bytes));
}

TEST_CASE("every parameter is told in words with a source", "[unit]") {
  params::ChipParams p{};
  std::set<std::string_view> paths;
  for (const params::Parameter& parameter : params::describe(p)) {
    INFO(parameter.path);
    CHECK(paths.insert(parameter.path).second);
    CHECK_FALSE(parameter.meaning.empty());
    CHECK_FALSE(parameter.source.empty());
    CHECK(parameter.slot.low <= parameter.slot.high);
  }
}

TEST_CASE("every tag of a source is a document", "[unit]") {
  params::ChipParams p{};
  std::set<std::string> tags;
  for (const params::Document& d : params::documents()) tags.emplace(d.tag);
  for (const params::Parameter& parameter : params::describe(p)) {
    const std::string source(parameter.source);
    for (std::size_t at = source.find('['); at != std::string::npos; at = source.find('[', at + 1))
      CHECK(tags.contains(source.substr(at + 1, source.find(']', at) - at - 1)));
  }
}

TEST_CASE("the comments of spyre.yaml state the status of the describe table", "[unit]") {
  params::ChipParams p{};
  std::ifstream stream(shipped("spyre.yaml"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    if (line.find("  # ") != std::string::npos && line.find(":  #") == std::string::npos)
      lines.push_back(line);
  const std::vector<params::Parameter> table = params::describe(p);
  for (const params::Parameter& parameter : table) {
    const std::string path(parameter.path);
    const std::string key = fmt::format(" {}: ", path.substr(path.rfind('.') + 1));
    const std::string status = fmt::format("  # {}, ", params::name(parameter.status));
    const auto told = [&](const std::string& line) {
      return line.find(key) != std::string::npos && line.find(status) != std::string::npos;
    };
    INFO(path << status);
    CHECK(std::any_of(lines.begin(), lines.end(), told));
  }
  CHECK(lines.size() == table.size());
}

TEST_CASE("the resolved data sheet loads to the same card", "[unit]") {
  const Folder folder;
  const params::ChipParams changed =
      card({"dram.row_miss=12.5 ns", "lx.capacity=3 MiB", "hmi.ports=4"});
  const params::ChipParams again =
      config::load({folder.file("resolved.yaml", config::resolved_yaml(changed))}, {});
  CHECK(config::config_hash(again) == config::config_hash(changed));
  CHECK(again.dram.row_miss == picoseconds(12'500));
}

TEST_CASE("the hash is of the values alone", "[unit]") {
  const Folder folder;
  const auto same = folder.file("same.yaml", fmt::format("include: {}\ndram: {{page: 2048 B}}\n",
                                                         shipped("spyre.yaml").string()));
  CHECK(config::config_hash(config::load({same}, {})) == config::config_hash(card()));
  CHECK(config::config_hash(card({"hmi.ports=4"})) != config::config_hash(card()));
}

TEST_CASE("a parameter is explained with value, unit, status, source and range", "[unit]") {
  const std::string text = config::explain(card(), "dram.turnaround");
  for (const char* part :
       {"dram.turnaround = 85 ns", "fitted", "from 0 ps to 1 s", "sweep_records.csv"})
    CHECK(text.find(part) != std::string::npos);
  CHECK(config::explain(card(), "schedule.block").find("schedule.block.matmul") !=
        std::string::npos);
  CHECK(config::explain(card(), "ring").find("partial_sum_ring") == std::string::npos);
}

TEST_CASE("an unknown path is answered with the nearest one", "[unit]") {
  try {
    config::explain(card(), "dram.turnarund");
    FAIL("explained");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::Input);
    CHECK(e.problems().front().expected.find("dram.turnaround") != std::string::npos);
  }
  CHECK_THROWS_AS(config::explain(card(), ""), Error);
}

TEST_CASE("reports get every parameter with value and status, unit after unit", "[unit]") {
  const std::vector<config::Assumption> all = config::described(card({"ring.hop=3 cycles"}));
  const auto hop = std::find_if(all.begin(), all.end(), [](const config::Assumption& a) {
    return a.parameter == "ring.hop";
  });
  REQUIRE(hop != all.end());
  CHECK(hop->value == "3 cycles");
  CHECK(hop->status == "assumed");
  std::vector<std::string> groups;
  for (const config::Assumption& a : all) {
    const std::string group = a.parameter.substr(0, a.parameter.find('.'));
    if (groups.empty() || groups.back() != group) groups.push_back(group);
  }
  CHECK(std::set<std::string>(groups.begin(), groups.end()).size() == groups.size());
}
