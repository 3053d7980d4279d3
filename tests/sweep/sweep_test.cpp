// Is every point simulated once and written once, whatever was there before?
#include "sim/sweep/sweep.hpp"

#include "sim/config/config.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <csignal>
#include <set>
#include <sstream>

using namespace spyre;
using namespace spyre::sweep;

namespace {

Points points_of(const std::string& text) { return Points(parse_spec(text, "spec.yaml")); }

Identity identity() {
  return {config::load({SPYRE_SOURCE_DIR "/configs/spyre.yaml"}, {}), {}, "0.1.0", false};
}

// A point takes as many microseconds as it has rows.
Outcome rows_as_time(const Point& point) {
  Outcome outcome;
  outcome.status = Status::Ok;
  outcome.kernel = nanoseconds(1000 * request_of(point).m);
  return outcome;
}

Done run(const Points& points, const std::filesystem::path& file, bool resume,
         const std::function<Outcome(const Point&)>& job = rows_as_time) {
  Ledger ledger(file, points.axes(), resume);
  return run_sweep({points, identity(), 2, job, {}, {}}, ledger);
}

std::set<std::string> lines(const std::filesystem::path& file) {
  std::istringstream stream(report::content_of(file));
  std::set<std::string> found;
  for (std::string line; std::getline(stream, line);) {
    CHECK(found.insert(line).second);
  }
  return found;
}

}  // namespace

TEST_CASE("a finished sweep simulates nothing again, a new point costs one simulation", "[unit]") {
  const report::TemporaryFolder folder;
  const auto file = folder / "points.csv";
  const Points few = points_of("build: {op: mm, m: [64, 128], k: 64, n: [64, 128]}");
  CHECK(run(few, file, false).simulated == 4);
  const std::set<std::string> before = lines(file);
  CHECK(before.size() == 1 + 4);
  const Done again = run(few, file, true);
  CHECK(again.simulated == 0);
  CHECK(again.kept == 4);
  CHECK(lines(file) == before);
  const Points more = points_of(
      "build: {op: mm, m: [64, 128], k: 64, n: [64, 128]}\n"
      "sample: {points: 4, seed: 3}");
  CHECK(run(more, file, true).simulated == 0);
  const Points wider = points_of("build: {op: mm, m: [64, 128], k: 64, n: [64, 128, 192]}");
  Ledger ledger(file, wider.axes(), true);
  CHECK_NOTHROW(refuse_strangers(wider, identity(), ledger));
  CHECK(run_sweep({wider, identity(), 2, rows_as_time, {}, {}}, ledger).simulated == 2);
}

TEST_CASE("rows of another sweep with the same columns are not gone on with", "[unit]") {
  const report::TemporaryFolder folder;
  const auto file = folder / "points.csv";
  const Points points = points_of("build: {op: mm, m: [64, 128], k: 64, n: [64, 128]}");
  run(points, file, false);
  const Ledger ledger(file, points.axes(), true);
  CHECK_NOTHROW(refuse_strangers(points, identity(), ledger));
  const auto refused = [&](const std::string& spec, const Identity& as, const char* why) {
    CHECK_THROWS_WITH(refuse_strangers(points_of(spec), as, ledger), Catch::Contains(why));
  };
  refused("build: {op: mm, m: [64, 128], k: 32, n: [64, 128]}", identity(), "4 of 4 rows");
  refused("build: {op: mm, m: [64, 256], k: 64, n: [64, 128]}", identity(), "2 of 4 rows");
  refused("build: {op: mm, m: [64, 128], k: 64, n: [64]}", identity(), "2 of 4 rows");
  Identity other = identity();
  other.version = "0.0.9";
  refused("build: {op: mm, m: [64, 128], k: 64, n: [64, 128]}", other, "4 of 4 rows");
}

TEST_CASE("points of the same plan and card are simulated once and both have a row", "[unit]") {
  const report::TemporaryFolder folder;
  const auto file = folder / "points.csv";
  const Points points = points_of(
      "build: {op: mm, m: 64, k: 64, n: 64}\naxes: {lx.capacity: [2 MiB, 2048 KiB, 4 MiB]}");
  const Done done = run(points, file, false);
  CHECK(done.simulated == 2);
  CHECK(done.points == 3);
  CHECK(lines(file).size() == 1 + 3);
}

TEST_CASE("a worker that dies is a failed row with a reason, the others go on", "[unit]") {
  const report::TemporaryFolder folder;
  const auto file = folder / "points.csv";
  const Points points = points_of("build: {op: mm, m: [64, 128, 192], k: 64, n: 64}");
  run(points, file, false, [](const Point& point) {
    if (request_of(point).m == 128) std::raise(SIGKILL);
    return rows_as_time(point);
  });
  const std::string text = report::content_of(file);
  CHECK(text.find(",128,failed,,,,its process was ended by signal 9\n") != std::string::npos);
  CHECK(lines(file).size() == 1 + 3);
}

TEST_CASE("a sweep that is stopped can be resumed", "[unit]") {
  const report::TemporaryFolder folder;
  const auto file = folder / "points.csv";
  const Points points = points_of("build: {op: mm, m: [1, 2, 3, 4, 5, 6], k: 64, n: 64}");
  std::uint64_t finished = 0;
  {
    Ledger ledger(file, points.axes(), false);
    run_sweep({points, identity(), 1, rows_as_time, [&](const Done& d) { finished = d.points; },
               [&] { return finished >= 2; }},
              ledger);
  }
  CHECK(finished == 2);
  CHECK(run(points, file, true).simulated == 4);
  CHECK(lines(file).size() == 1 + 6);
}

TEST_CASE("the key of a point changes with plan, card, version and strictness alone", "[unit]") {
  const Points points =
      points_of("build: {op: mm, m: [64, 128], k: 64, n: 64}\naxes: {dram.channels: [8, 16]}");
  Identity other = identity();
  std::set<std::string> keys;
  for (std::uint64_t i = 0; i < 4; ++i) keys.insert(key_of(points.at(i), other));
  other.version = "0.2.0";
  keys.insert(key_of(points.at(0), other));
  other.strict = true;
  keys.insert(key_of(points.at(0), other));
  CHECK(keys.size() == 6);
  CHECK(key_of(points.at(0), other).size() == 16);
  const Points same = points_of("build: {n: 64, op: mm, k: 64, m: 64}\naxes: {dram.channels: 8}");
  CHECK(key_of(same.at(0), identity()) == key_of(points.at(0), identity()));
}
