// Loading of layered configuration files: what is accepted, and every kind of mistake with its
// place.
#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/config/config.hpp"
#include "tests/config/folder.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using test::Folder;
using test::shipped;

namespace {

std::vector<Problem> problems_of(const std::vector<std::filesystem::path>& files,
                                 const std::vector<std::string>& sets = {}) {
  try {
    config::load(files, sets);
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::Config);
    return e.problems();
  }
  return {};
}

std::string overlay(const std::string& text) {
  return fmt::format("include: {}\n{}", shipped("spyre.yaml").string(), text);
}

// The one problem of an overlay of spyre.yaml, whose own text begins in line 2 of overlay.yaml.
Problem only_problem(const std::string& text) {
  const Folder folder;
  const std::filesystem::path file = folder.file("overlay.yaml", overlay(text));
  const std::vector<Problem> all = problems_of({file});
  REQUIRE(all.size() == 1);
  Problem problem = all.front();
  const std::string prefix = file.string();
  if (problem.where.starts_with(prefix))
    problem.where = "overlay.yaml" + problem.where.substr(prefix.size());
  return problem;
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// spyre.yaml without the lines that begin with `key`.
std::string without(const std::string& key) {
  std::ifstream stream(shipped("spyre.yaml"));
  std::string text, line;
  while (std::getline(stream, line))
    if (!mentions(line, "  " + key + ":")) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("every configuration of the project loads", "[unit]") {
  for (const auto& entry : std::filesystem::directory_iterator(shipped(""))) {
    INFO(entry.path());
    CHECK(config::load({entry.path()}, {}).chip.cores > 0);
  }
}

TEST_CASE("the card has the values of its data sheet in base units", "[unit]") {
  const params::ChipParams p = config::load({shipped("spyre.yaml")}, {});
  CHECK(p.chip.core_clock == Hertz(1'100'000'000));
  CHECK(p.dram.rate == BytesPerSecond(10'500'000'000));
  CHECK(p.dram.turnaround == nanoseconds(85));
  CHECK(p.lx.capacity == Bytes(1 << 21));
  CHECK(p.pt.overhead_split_m == Permille(1051));
  CHECK(p.sfp.add == MilliElementsPerCycle(10'200));
  CHECK(p.pt.block_load == Cycles(64));
  CHECK(p.schedule.block.lane_broadcast == 7);
  CHECK_FALSE(p.schedule.overlap_operations);
  CHECK(params::staging_bytes(p) == Bytes(406'272));
}

TEST_CASE("an overlay changes what it names and leaves the rest", "[unit]") {
  const params::ChipParams card = config::load({shipped("spyre.yaml")}, {});
  const params::ChipParams wide = config::load({shipped("wide.yaml")}, {});
  CHECK(wide.chip.cores == 2 * card.chip.cores);
  CHECK(wide.lx.capacity == card.lx.capacity * 2);
  CHECK(wide.chip.core_clock == card.chip.core_clock);
}

TEST_CASE("later files go over earlier ones and options over files", "[unit]") {
  const Folder folder;
  const auto first = folder.file("first.yaml", "dram: {row_miss: 20 ns, latency: 50 ns}\n");
  const auto second = folder.file("second.yaml", "dram: {row_miss: 30 ns}\n");
  const params::ChipParams p = config::load({shipped("spyre.yaml"), first, second},
                                            {"dram.banks=8", "dram.page=4 KiB", "dram.banks=4"});
  CHECK(p.dram.row_miss == nanoseconds(30));
  CHECK(p.dram.latency == nanoseconds(50));
  CHECK(p.dram.banks == 4);
  CHECK(p.dram.page == Bytes(4096));
}

TEST_CASE("an include is relative to the file that names it", "[unit]") {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "below");
  const auto base = folder.file("base.yaml", overlay("dram: {latency: 1 us}\n"));
  const auto top = folder.file("below/top.yaml", "include: ../base.yaml\ndram: {banks: 2}\n");
  const params::ChipParams p = config::load({top}, {});
  CHECK(p.dram.latency == nanoseconds(1000));
  CHECK(p.dram.banks == 2);
}

TEST_CASE("a file included by two overlays does not undo the first", "[unit]") {
  const Folder folder;
  const auto first = folder.file("first.yaml", overlay("dram: {banks: 2}\n"));
  const auto second = folder.file("second.yaml", overlay("hmi: {ports: 4}\n"));
  const params::ChipParams p = config::load({first, second}, {});
  CHECK(p.dram.banks == 2);
  CHECK(p.hmi.ports == 4);
}

TEST_CASE("an unknown key is reported with the nearest known one", "[unit]") {
  const Problem p = only_problem("dram:\n  chanels: 16\n");
  CHECK(p.where == "overlay.yaml:3:3");
  CHECK(p.what == "unknown key dram.chanels");
  CHECK(mentions(p.expected, "dram.channels"));
}

TEST_CASE("a key in the wrong group is led to the right one", "[unit]") {
  CHECK(mentions(only_problem("mover: {interleave: 256 B}\n").expected, "dram.interleave"));
  CHECK(mentions(only_problem("burst_sticks: 32\n").expected, "mover.burst_sticks"));
}

TEST_CASE("an unknown group is one problem", "[unit]") {
  const Problem p = only_problem("drams:\n  banks: 3\n  page: 2 KiB\n");
  CHECK(p.where == "overlay.yaml:2:1");
  CHECK(mentions(p.expected, "dram,"));
}

TEST_CASE("a duplicate key is an error, in one file at any depth", "[unit]") {
  CHECK(only_problem("dram: {banks: 16, banks: 16}\n").what == "duplicate key dram.banks");
  CHECK(only_problem("dram: {banks: 16}\ndram: {page: 2 KiB}\n").where == "overlay.yaml:3:1");
}

TEST_CASE("a value in a wrong unit, without one or with one too many is refused", "[unit]") {
  const Problem wrong = only_problem("dram:\n  rate: 10.6 GHz\n");
  CHECK(wrong.where == "overlay.yaml:3:9");
  CHECK(mentions(wrong.what, "dram.rate: wrong unit \"GHz\""));
  CHECK(mentions(wrong.expected, "GB/s"));
  CHECK(mentions(only_problem("dram: {turnaround: 85}\n").what, "has no unit"));
  CHECK(mentions(only_problem("dram: {banks: 16 B}\n").what, "plain decimal"));
  CHECK(mentions(only_problem("lx: {capacity: 2 MB}\n").what, "wrong unit \"MB\""));
}

TEST_CASE("a number that is not plainly decimal is refused", "[unit]") {
  for (const std::string text : {"08", "0x10", "1e3", "1_000", "+4", ".5", "5.", "sixteen", "''"}) {
    INFO(text);
    CHECK(mentions(only_problem(fmt::format("dram: {{banks: {}}}\n", text)).what, "plain decimal"));
  }
  CHECK(mentions(only_problem("dram: {banks: 1.5}\n").what, "finer"));
  CHECK(mentions(only_problem("dram: {turnaround: 0.0001 ns}\n").what, "finer"));
}

TEST_CASE("a value out of range is refused and the range is named", "[unit]") {
  const Problem p = only_problem("mover: {load_slots: 0}\n");
  CHECK(mentions(p.what, "out of range"));
  CHECK(mentions(p.expected, "from 1 to 1024"));
  CHECK(mentions(only_problem("mover: {load_slots: -4}\n").what, "out of range"));
  CHECK(mentions(only_problem("dram: {rate: 99999999999999 TB/s}\n").what, "out of range"));
  CHECK(mentions(only_problem("dram: {rate: 99999999999999999999999999 B/s}\n").what, "digits"));
}

TEST_CASE("only true and false are truth values", "[unit]") {
  CHECK(mentions(only_problem("dram: {bank_hash: yes}\n").what, "truth value"));
  CHECK(mentions(only_problem("dram: {bank_hash: 1}\n").expected, "true or false"));
}

TEST_CASE("a key without a value, with a list or with a map is refused", "[unit]") {
  CHECK(only_problem("dram:\n  banks:\n").what == "dram.banks has no value");
  CHECK(only_problem("dram: {banks: ~}\n").what == "dram.banks has no value");
  CHECK(only_problem("dram: {banks: [8, 16]}\n").what == "dram.banks is a list or a map");
  CHECK(only_problem("dram: {banks: {x: 1}}\n").what == "dram.banks is a list or a map");
}

TEST_CASE("a group must hold its keys", "[unit]") {
  CHECK(only_problem("dram:\n").what == "dram is no group of parameters");
  CHECK(only_problem("dram: 5\n").what == "dram is no group of parameters");
  CHECK(only_problem("? [a, b]\n: 5\n").what == "a key is no plain word");
}

TEST_CASE("a missing key is reported at its group", "[unit]") {
  const Folder folder;
  const auto file = folder.file("card.yaml", without("intake"));
  const std::vector<Problem> all = problems_of({file});
  REQUIRE(all.size() == 1);
  CHECK(all.front().what == "missing key mover.intake");
  CHECK(mentions(all.front().where, file.string() + ":"));
  CHECK(mentions(all.front().expected, "GB/s"));
}

TEST_CASE("an overlay without its include misses whole groups", "[unit]") {
  const Folder folder;
  const std::vector<Problem> all = problems_of({folder.file("alone.yaml", "dram: {banks: 16}\n")});
  const auto is_group = [](const Problem& p) { return p.what == "missing group lx"; };
  CHECK(std::count_if(all.begin(), all.end(), is_group) == 1);
}

TEST_CASE("files that say nothing are refused", "[unit]") {
  const Folder folder;
  const auto what_of = [](const std::filesystem::path& file) {
    const std::vector<Problem> all = problems_of({file});
    REQUIRE(all.size() == 1);
    return all.front().what;
  };
  CHECK(mentions(what_of(folder.path() / "nowhere.yaml"), "cannot be read: No such file"));
  CHECK(mentions(what_of(folder.path()), "cannot be read: Is a directory"));
  CHECK(mentions(what_of("/dev/zero"), "does not end"));
  std::filesystem::create_symlink("circle.yaml", folder.path() / "circle.yaml");
  CHECK(mentions(what_of(folder.path() / "circle.yaml"), "symbolic links"));
  CHECK(what_of(folder.file("empty.yaml", "")) == "is empty");
  CHECK(what_of(folder.file("comment.yaml", "# nothing\n")) == "is empty");
  CHECK(what_of(folder.file("list.yaml", "- a\n")) == "is no map of keys");
  CHECK(mentions(what_of(folder.file("open.yaml", "dram: [1,\n")), "is no YAML"));
}

TEST_CASE("several documents in one file are refused", "[unit]") {
  CHECK(mentions(only_problem("---\ndram: {banks: 8}\n").what, "several YAML documents"));
}

TEST_CASE("a stray comma is refused, though the parser makes endless documents of it", "[unit]") {
  const Folder folder;
  const std::vector<Problem> all = problems_of({folder.file("comma.yaml", ", : spyre.yaml\n")});
  REQUIRE(all.size() == 2);
  CHECK(mentions(all[0].what, "several YAML documents"));
  CHECK(all[1].what == "is empty");
}

TEST_CASE("an include that leads back or nowhere is reported", "[unit]") {
  const Folder folder;
  const auto first = folder.file("first.yaml", "include: second.yaml\n");
  [[maybe_unused]] const auto second = folder.file("second.yaml", "include: ./first.yaml\n");
  CHECK(mentions(problems_of({first}).front().what, "includes itself"));
  const auto lost = folder.file("lost.yaml", "include: nowhere.yaml\n");
  REQUIRE(problems_of({lost}).size() == 1);
  CHECK(problems_of({lost}).front().where == lost.string() + ":1:10");
  CHECK(mentions(problems_of({lost}).front().what, "does not exist"));
  const auto list = folder.file("list.yaml", "include: [spyre.yaml]\n");
  CHECK(mentions(problems_of({list}).front().what, "no file name"));
}

TEST_CASE("a wrong option is reported by its own text", "[unit]") {
  const auto problem = [](const std::string& option) {
    const std::vector<Problem> all = problems_of({shipped("spyre.yaml")}, {option});
    REQUIRE(all.size() == 1);
    CHECK(all.front().where == "--set " + option);
    return all.front();
  };
  CHECK(mentions(problem("hmi.port=4").expected, "hmi.ports"));
  CHECK(problem("hmi.ports").what == "has no value");
  CHECK(problem("dram=4").what == "dram is a group of parameters");
  CHECK(mentions(problem("dram.rate=10").what, "has no unit"));
  CHECK(mentions(problem("dram.banks=12").what, "dram.banks is no power of two"));
}

TEST_CASE("combinations that no card can have are refused where they were written last", "[unit]") {
  const Problem nodes = only_problem("chip:\n  cores: 64\n");
  CHECK(nodes.where == "overlay.yaml:3:10");
  CHECK(mentions(nodes.what, "ring.nodes 33"));
  CHECK(mentions(nodes.expected, "65"));
  CHECK(mentions(only_problem("hmi: {ports: 3}\n").what, "does not divide 32 cores"));
  CHECK(mentions(only_problem("pt: {corelets: 3}\n").what, "pt.corelets 3"));
  CHECK(mentions(only_problem("dram: {interleave: 64 B}\n").what, "no multiple of a stick"));
  CHECK(mentions(only_problem("dram: {page: 128 B}\n").what, "no multiple of the interleave"));
  CHECK(mentions(only_problem("dram: {channels: 12}\n").what, "no power of two"));
  CHECK(mentions(only_problem("dram: {rate: 13 GB/s}\n").what, "above the nameplate"));
  CHECK(mentions(only_problem("hmi: {write_drain: 200 GB/s}\n").what, "above the port"));
  CHECK(mentions(only_problem("lx: {capacity: 2097153 B}\n").what, "whole sticks"));
  CHECK(mentions(only_problem("schedule: {chunk_sticks: 4096}\n").what, "do not fit"));
  CHECK(mentions(only_problem("schedule: {slab: 100}\n").what, "whole number of sticks"));
  CHECK(mentions(only_problem("pt: {weight_block: 1 MiB}\n").what, "does not fit"));
}

TEST_CASE("a reserved part as large as the scratchpad is refused", "[unit]") {
  const std::vector<Problem> all = problems_of({shipped("spyre.yaml")}, {"lx.reserved=2 MiB"});
  REQUIRE_FALSE(all.empty());
  CHECK(mentions(all.front().what, "leaves nothing"));
}

TEST_CASE("all problems of all layers come at once", "[unit]") {
  const Folder folder;
  const auto first = folder.file("first.yaml", overlay("dram: {chanels: 1, rate: 5 GHz}\n"));
  const auto second = folder.file("second.yaml", "lx: {capacity: 08 MiB}\nchip: {cores: 64}\n");
  const std::vector<Problem> all = problems_of({first, second}, {"hmi.ports=0"});
  CHECK(all.size() == 5);  // key, unit, number, range, and the ring that is too small
}
