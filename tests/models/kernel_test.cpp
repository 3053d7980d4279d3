// Do agenda, event counts, timelines and accounts keep order and time?
#include <numeric>
#include <string>

#include "models/base/error.hpp"
#include "models/base/pool.hpp"
#include "models/kernel/event_count.hpp"
#include "models/kernel/timeline.hpp"
#include "tests/models/bench.hpp"
#include "tests/support/catch.hpp"

namespace spyre::kernel {
namespace {

using observe::Stall;
using test::Actor;
using test::Bench;
using Tags = std::vector<std::uint64_t>;

Time stall_time(const Account& a, Stall reason) {
  return a.stalls[static_cast<std::size_t>(reason)];
}

TEST_CASE("a timeline serves one thing at a time", "[arithmetic]") {
  Timeline line;
  CHECK(line.reserve(nanoseconds(10), nanoseconds(5)) == nanoseconds(10));
  CHECK(line.reserve(nanoseconds(12), nanoseconds(5)) == nanoseconds(15));
  CHECK(line.reserve(nanoseconds(30), nanoseconds(1)) == nanoseconds(30));
  CHECK(line.free_at() == nanoseconds(31));
  CHECK(line.busy() == nanoseconds(11));
}

TEST_CASE("a pool gives numbers again after their record was taken", "[arithmetic]") {
  Pool<std::string> pool;
  const std::uint64_t first = pool.add("first");
  const std::uint64_t second = pool.add("second");
  CHECK(first != second);
  CHECK(pool.take(first) == "first");
  CHECK(pool.live() == 1);
  CHECK(pool.add("third") == first);
  CHECK(pool[second] == "second");
  CHECK(pool.live() == 2);
}

TEST_CASE("agenda entries run in time order", "[unit]") {
  Bench bench;
  test::Listener listener;
  bench.at(Time{0}, [&] {
    bench.agenda().at(nanoseconds(30), 0, listener, 3);
    bench.agenda().at(nanoseconds(10), 9, listener, 1);
    bench.agenda().at(nanoseconds(20), 5, listener, 2);
  });
  CHECK(bench.run() == nanoseconds(30));
  CHECK(listener.tags == Tags{1, 2, 3});
  CHECK(listener.times == std::vector<Time>{nanoseconds(10), nanoseconds(20), nanoseconds(30)});
  CHECK(bench.agenda().events() == 3);
}

TEST_CASE("agenda entries at equal times run by unit, then in the order they were made", "[unit]") {
  Bench bench;
  test::Listener listener;
  bench.at(Time{0}, [&] {
    bench.agenda().at(nanoseconds(10), 7, listener, 4);
    bench.agenda().at(nanoseconds(10), 2, listener, 2);
    bench.agenda().at(nanoseconds(10), 7, listener, 5);
    bench.agenda().at(nanoseconds(10), 2, listener, 3);
    bench.agenda().at(nanoseconds(10), 0, listener, 1);
  });
  bench.run();
  CHECK(listener.tags == Tags{1, 2, 3, 4, 5});
}

TEST_CASE("an entry made while the agenda runs joins those of its time", "[unit]") {
  struct Chain : Listener {
    Agenda* agenda = nullptr;
    Tags tags;
    void on_event(std::uint64_t tag) override {
      tags.push_back(tag);
      if (tag == 1) agenda->at(now(), 5, *this, 2);
      if (tag == 2) agenda->at(now() + nanoseconds(1), 5, *this, 4);
    }
  };
  Bench bench;
  Chain chain;
  chain.agenda = &bench.agenda();
  bench.at(Time{0}, [&] {
    bench.agenda().at(nanoseconds(10), 1, chain, 1);
    bench.agenda().at(nanoseconds(10), 9, chain, 3);
  });
  CHECK(bench.run() == nanoseconds(11));
  CHECK(chain.tags == Tags{1, 2, 3, 4});
}

TEST_CASE("an earlier entry made later overtakes", "[unit]") {
  Bench bench;
  test::Listener listener;
  bench.at(Time{0}, [&] { bench.agenda().at(nanoseconds(50), 0, listener, 2); });
  bench.at(nanoseconds(10), [&] { bench.agenda().at(nanoseconds(20), 0, listener, 1); });
  bench.run();
  CHECK(listener.times == std::vector<Time>{nanoseconds(20), nanoseconds(50)});
}

TEST_CASE("an entry in the past is a fault", "[unit]") {
  Bench bench;
  test::Listener listener;
  bench.at(nanoseconds(10), [&] { bench.agenda().at(nanoseconds(9), 0, listener, 1); });
  CHECK_THROWS_WITH(bench.run(), Catch::Contains("past"));
}

TEST_CASE("what a callback throws ends the run and reaches its caller", "[unit]") {
  struct Thrower : Listener {
    void on_event(std::uint64_t) override { throw Error(ErrorKind::Internal, "unit", "broken"); }
  };
  Bench bench;
  Thrower thrower;
  bench.at(Time{0}, [&] { bench.agenda().at(nanoseconds(5), 0, thrower, 0); });
  CHECK_THROWS_AS(bench.run(), Error);
}

TEST_CASE("a waiter goes on when the count reaches its target, not before", "[unit]") {
  Bench bench;
  EventCount count;
  std::vector<Time> woken;
  const Actor two("two", bench, [&](Actor& self) {
    count.wait(self, 2);
    woken.push_back(now());
  });
  const Actor three("three", bench, [&](Actor& self) {
    count.wait(self, 3);
    woken.push_back(now());
  });
  bench.at(nanoseconds(10), [&] { count.advance(); });
  bench.at(nanoseconds(20), [&] { count.advance(); });
  bench.at(nanoseconds(30), [&] { count.advance(); });
  bench.run();
  CHECK(woken == std::vector<Time>{nanoseconds(20), nanoseconds(30)});
}

TEST_CASE("a jump of the count wakes everybody it passes", "[unit]") {
  Bench bench;
  EventCount count;
  std::vector<int> woken;
  const Actor first("first", bench, [&](Actor& self) {
    count.wait(self, 5);
    woken.push_back(1);
  });
  const Actor second("second", bench, [&](Actor& self) {
    count.wait(self, 1);
    woken.push_back(2);
  });
  const Actor third("third", bench, [&](Actor& self) {
    count.wait(self, 6);
    woken.push_back(3);
  });
  bench.at(nanoseconds(10), [&] { count.advance(5); });
  bench.run();
  CHECK(woken == std::vector<int>{1, 2});
  CHECK(third.waiting_for() == &count);
  CHECK(third.waiting_target() == 6);
  CHECK(first.waiting_for() == nullptr);
}

TEST_CASE("nobody waits for a target that has been reached", "[unit]") {
  Bench bench;
  EventCount count;
  count.advance(3);
  Time passed = Time::max();
  const Actor late("late", bench, [&](Actor& self) {
    count.wait(self, 3);
    passed = now();
  });
  bench.run();
  CHECK(passed == Time{0});
}

TEST_CASE("a count says who advances it and what it counts", "[unit]") {
  Bench bench;
  const Actor holder("holder", bench, [](Actor&) {});
  const EventCount count(&holder, "burst returned", 4);
  CHECK(count.holder() == &holder);
  CHECK(std::string(count.label()) == "burst returned");
  CHECK(count.step() == 4);
  bench.run();
}

TEST_CASE("a unit's time is busy, stalled for a reason, or idle, and nothing else", "[unit]") {
  Bench bench;
  const Actor unit("unit", bench, [](Actor& self) {
    pause(nanoseconds(1));
    self.set_busy("work");
    pause(nanoseconds(20));
    self.set_stalled(Stall::Memory);
    pause(nanoseconds(300));
    self.set_stalled(Stall::Space);
    pause(nanoseconds(4000));
    self.set_busy("more work");
    pause(nanoseconds(50'000));
    self.set_idle();
  });
  bench.at(nanoseconds(100'000), [] {});
  const Time elapsed = bench.run();
  const Account a = unit.account();
  CHECK(a.busy == nanoseconds(50'020));
  CHECK(stall_time(a, Stall::Memory) == nanoseconds(300));
  CHECK(stall_time(a, Stall::Space) == nanoseconds(4000));
  CHECK(stall_time(a, Stall::Ring) == Time{0});
  CHECK(a.total() == elapsed);
}

TEST_CASE("an account may be read in the middle of a piece of work", "[unit]") {
  Bench bench;
  Actor unit("unit", bench, [](Actor& self) {
    self.set_busy("work");
    pause(nanoseconds(100));
    self.set_idle();
  });
  Account before, after;
  bench.at(nanoseconds(30), [&] { before = unit.account(); });
  bench.at(nanoseconds(70), [&] { after = unit.account(); });
  bench.run();
  CHECK(before.busy == nanoseconds(30));
  CHECK((after - before).busy == nanoseconds(40));
  CHECK((after - before).total() == nanoseconds(40));
}

struct Spans : observe::Sink {
  std::vector<observe::Span> spans;
  std::vector<std::string> tracks;
  void track(int, const std::string& path) override { tracks.push_back(path); }
  void operation(int, const std::string&, Time, Time) override {}
  void span(const observe::Span& span) override { spans.push_back(span); }
  void flow(const observe::Flow&) override {}
};

TEST_CASE("a sink is told of every span but idle ones", "[unit]") {
  Spans sink;
  Bench bench(&sink);
  const Actor unit("unit", bench, [](Actor& self) {
    pause(nanoseconds(5));
    self.set_busy("work");
    pause(nanoseconds(10));
    self.set_stalled(Stall::Ring);
    pause(nanoseconds(20));
    self.set_idle();
  });
  bench.run();
  CHECK(sink.tracks == std::vector<std::string>{"unit"});
  REQUIRE(sink.spans.size() == 2);
  CHECK(std::string(sink.spans[0].what) == "work");
  CHECK(sink.spans[0].start == nanoseconds(5));
  CHECK(sink.spans[0].length == nanoseconds(10));
  CHECK_FALSE(sink.spans[0].stall);
  CHECK(std::string(sink.spans[1].what) == "ring");
  CHECK(sink.spans[1].length == nanoseconds(20));
  CHECK(sink.spans[1].stall);
}

}  // namespace
}  // namespace spyre::kernel
