// Is a specification read as written, and is everything wrong with one told where it stands?
#include "sim/sweep/spec.hpp"

#include "models/base/error.hpp"
#include "sim/files/text.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace spyre;

namespace {

sweep::Spec parsed(const std::string& text) {
  return sweep::parse_spec(text, SPYRE_SOURCE_DIR "/spec.yaml");
}

std::vector<Problem> problems_of(const std::string& text) {
  try {
    sweep::parse_spec(text, "spec.yaml");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::Input);
    return error.problems();
  }
  return {};
}

bool tells(const std::vector<Problem>& problems, const std::string& where, const std::string& what,
           const std::string& expected) {
  return std::any_of(problems.begin(), problems.end(), [&](const Problem& p) {
    return p.where == where && p.what.find(what) != std::string::npos &&
           p.expected.find(expected) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("lists become axes, single values stay with all points", "[unit]") {
  const sweep::Spec spec = parsed(
      "name: shares\nplans: workloads/softmax_512x1024\n"
      "build: {op: matmul, m: 512, k: 4096, n: [4096, 12800], split: [4x8x1]}\n"
      "axes: {dram.channels: [8, 16], lx.capacity: 4 MiB}\n"
      "combine: zip\nsample: {points: 3, seed: 7}\nkeep: kernel_us < 5000\n");
  CHECK(spec.name == "shares");
  CHECK(spec.plans == std::vector<std::string>{"workloads/softmax_512x1024"});
  CHECK(spec.plan_files.front() == SPYRE_SOURCE_DIR "/workloads/softmax_512x1024");
  CHECK(spec.build.at("k") == "4096");
  REQUIRE(spec.build_axes.size() == 2);
  CHECK(spec.build_axes[0].name == "build.n");
  CHECK(spec.build_axes[0].values == std::vector<std::string>{"4096", "12800"});
  CHECK(spec.build_axes[1].name == "build.split");
  REQUIRE(spec.card_axes.size() == 1);
  CHECK(spec.card_axes[0].name == "dram.channels");
  CHECK(spec.card.at("lx.capacity") == "4 MiB");
  CHECK(spec.combine == sweep::Combine::Zip);
  CHECK(spec.sample->points == 3);
  CHECK(spec.keep.text() == "kernel_us < 5000");
}

TEST_CASE("all mistakes of a specification are told at once, with line, column and neighbour",
          "[unit]") {
  const std::vector<Problem> problems = problems_of(
      "nam: x\n"
      "plans: [nowhere]\n"
      "build: {op: matmull, m: [12, x], q: 3}\n"
      "axes: {dram.chanels: [8], lx.capacity: [2 MB]}\n"
      "combine: both\n"
      "sample: {points: 0, sed: 2}\n"
      "keep: kernel < 5\n");
  CHECK(tells(problems, "spec.yaml:1:1", "unknown key nam", "name"));
  CHECK(tells(problems, "spec.yaml:2:9", "nowhere does not exist", "relative"));
  CHECK(tells(problems, "spec.yaml:3:13", "unknown operation matmull", "matmul"));
  CHECK(tells(problems, "spec.yaml:3:30", "found 'x'", "whole number"));
  CHECK(tells(problems, "spec.yaml:3:34", "unknown key build.q", ""));
  CHECK(tells(problems, "spec.yaml:4:8", "unknown key axes.dram.chanels", "dram.channels"));
  CHECK(tells(problems, "spec.yaml:4:41", "wrong unit \"MB\"", "2 MiB"));
  CHECK(tells(problems, "spec.yaml:5:10", "found both", "product or zip"));
  CHECK(tells(problems, "spec.yaml:6:21", "unknown key sample.sed", "seed"));
  CHECK(tells(problems, "spec.yaml:7:7", "unknown figure kernel", "kernel_us"));
}

TEST_CASE("a specification is one document", "[unit]") {
  const std::string one = "build: {op: mm, m: 64, k: 64, n: 64}\n";
  CHECK(tells(problems_of(one + "---\n" + one), "spec.yaml", "several YAML documents", "one"));
  CHECK(tells(problems_of(", : x\n"), "spec.yaml", "several YAML documents", "one"));
}

TEST_CASE("the sweeps of the documentation are sound", "[golden]") {
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SPYRE_SOURCE_DIR "/docs/sweeps")) {
    INFO(entry.path());
    CHECK_NOTHROW(sweep::parse_spec(files::text_of(entry.path(), ""), entry.path()));
    ++seen;
  }
  CHECK(seen >= 7);
}

TEST_CASE(
    "an operation without its sizes, lists that do not fit and values given twice are refused",
    "[unit]") {
  CHECK(tells(problems_of("build: {op: matmul, m: 4, k: 64}\n"), "spec.yaml:1:8",
              "missing key build.n", "matmul needs it"));
  CHECK(tells(
      problems_of("build: {op: [mm, softmax], m: 4, k: 64, n: 64, rows: 4, cols: 64, ffn: 8}\n"),
      "spec.yaml:1:67", "mm, softmax has no use for build.ffn", "rows"));
  CHECK(tells(problems_of("build: {op: mm, m: [1, 2], k: 64, n: [64, 128, 192]}\ncombine: zip\n"),
              "spec.yaml:2:10", "zip of lists with 2 and 3 values", "equal length"));
  CHECK(tells(problems_of("build: {op: mm, m: [2, 2], k: 64, n: 64}\n"), "spec.yaml:1:24",
              "stands there twice", "once"));
  CHECK(tells(problems_of("axes: {dram.channels: []}\n"), "spec.yaml:1:23", "has no value", ""));
  CHECK(tells(problems_of("name: x\n"), "spec.yaml:1:1", "nothing to simulate", "plans or build"));
  CHECK(tells(problems_of("plans: [\n"), "spec.yaml:2:1", "is no YAML", ""));
}
