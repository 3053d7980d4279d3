// Do operations of streams run in order, by priority, after their events, and do failures stick?
#include "sim/target/executor.hpp"

#include "tests/support/catch.hpp"

#include <future>
#include <stdexcept>
#include <string>

using spyre::target::Event;
using spyre::target::Executor;

namespace {

// Keeps the executor busy until it is opened, so that a test decides what waits meanwhile.
class Gate {
 public:
  std::function<void()> work() {
    return [this] { open_.get_future().wait(); };
  }
  void open() { open_.set_value(); }

 private:
  std::promise<void> open_;
};

}  // namespace

TEST_CASE("operations of a stream run in the order of their submission", "[unit]") {
  std::string order;
  Executor executor;
  const int stream = executor.add_stream(0);
  for (const char c : {'a', 'b', 'c'}) executor.submit(stream, [&order, c] { order += c; });
  executor.synchronize(stream);
  CHECK(order == "abc");
  CHECK(executor.idle(stream));
}

TEST_CASE("of waiting streams the one of higher priority goes first", "[unit]") {
  std::string order;
  Gate gate;
  Executor executor;
  const int low = executor.add_stream(0), high = executor.add_stream(1);
  executor.submit(low, gate.work());
  executor.submit(low, [&] { order += 'l'; });
  executor.submit(high, [&] { order += 'h'; });
  CHECK_FALSE(executor.idle(high));
  gate.open();
  executor.synchronize(low);
  executor.synchronize(high);
  CHECK(order == "hl");
}

TEST_CASE("a stream waits for an event of another one, whatever their priorities", "[unit]") {
  std::string order;
  Gate gate;
  Executor executor;
  const int low = executor.add_stream(0), high = executor.add_stream(1);
  executor.submit(low, gate.work());
  executor.submit(low, [&] { order += 'l'; });
  executor.wait_before(high, executor.record(low));
  executor.submit(high, [&] { order += 'h'; });
  gate.open();
  executor.synchronize(high);
  CHECK(order == "lh");
}

TEST_CASE("what an operation throws is told at every later call on its stream", "[unit]") {
  Executor executor;
  const int bad = executor.add_stream(0), good = executor.add_stream(0);
  bool ran = false;
  Gate gate;
  executor.submit(bad, gate.work());
  executor.submit(bad, [] { throw std::runtime_error("lost a stick"); });
  executor.submit(bad, [&] { ran = true; });
  gate.open();
  CHECK_THROWS_WITH(executor.synchronize(bad), "lost a stick");
  CHECK_THROWS_WITH(executor.synchronize(bad), "lost a stick");
  CHECK_THROWS_WITH(executor.submit(bad, [] {}), "lost a stick");
  CHECK_FALSE(ran);
  CHECK(executor.failed(bad));
  CHECK(executor.any_failed());
  CHECK(executor.idle(bad));
  executor.submit(good, [&] { ran = true; });
  executor.synchronize(good);
  CHECK(ran);
  CHECK_FALSE(executor.failed(good));
}

TEST_CASE("an event of a failed stream counts as reached", "[unit]") {
  Executor executor;
  const int bad = executor.add_stream(0), good = executor.add_stream(0);
  Gate gate;
  executor.submit(bad, gate.work());
  executor.submit(bad, [] { throw std::runtime_error("failed"); });
  executor.submit(bad, [] {});
  executor.wait_before(good, executor.record(bad));
  bool ran = false;
  executor.submit(good, [&] { ran = true; });
  gate.open();
  executor.synchronize(good);
  CHECK(ran);
}

TEST_CASE("an executor that ends drops what waits behind a closed gate", "[unit]") {
  bool ran = false;
  {
    Executor executor;
    const int stream = executor.add_stream(0), never = executor.add_stream(0);
    executor.wait_before(stream, {never, 1});
    executor.submit(stream, [&] { ran = true; });
  }
  CHECK_FALSE(ran);
}
