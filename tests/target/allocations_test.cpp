// Do allocations lie where they may, join again when freed, and say when there is no room?
#include "sim/target/allocations.hpp"

#include "tests/support/catch.hpp"

#include <stdexcept>
#include <thread>
#include <vector>

using flex::MemoryType;
using spyre::target::Allocations;
using spyre::target::FreeList;

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

}  // namespace

TEST_CASE("a free list gives the lowest hole that fits", "[unit]") {
  FreeList list(1024);
  REQUIRE(list.take(256) == 0U);
  REQUIRE(list.take(256) == 256U);
  list.give_back(0, 256);
  CHECK(list.take(512) == 512U);
  CHECK(list.take(128) == 0U);
  CHECK_FALSE(list.take(256));
}

TEST_CASE("freed ranges join with free neighbours on both sides", "[unit]") {
  FreeList list(1024);
  for (int i = 0; i < 4; ++i) REQUIRE(list.take(256) == static_cast<std::uint64_t>(256 * i));
  list.give_back(0, 256);
  list.give_back(512, 256);
  CHECK(list.holes() == 2);
  list.give_back(256, 256);
  CHECK(list.holes() == 1);
  CHECK(list.largest() == 768);
  list.give_back(768, 256);
  CHECK(list.largest() == 1024);
}

TEST_CASE("sizes and addresses of allocations are multiples of a stick", "[unit]") {
  Allocations memory(kGiB);
  const std::uint64_t first = memory.take(1, MemoryType::Tensor);
  const std::uint64_t second = memory.take(129, MemoryType::Tensor);
  CHECK(first % 128 == 0);
  CHECK(second == first + 128);
  CHECK(memory.statistics().bytes == 128 + 256);
}

TEST_CASE("programs lie in segment 7 and tensors do not", "[unit]") {
  Allocations memory(kGiB);
  CHECK(flex::dmvaToSegmentId(memory.take(kMiB, MemoryType::Program)) == flex::PROG_SEGMENT);
  CHECK(flex::dmvaToSegmentId(memory.take(kMiB, MemoryType::Tensor)) < flex::PROG_SEGMENT);
  CHECK(memory.statistics().bytes == kMiB);
}

TEST_CASE("an allocation never crosses a segment", "[unit]") {
  Allocations memory(112 * kGiB);
  const std::uint64_t first = memory.take(10 * kGiB, MemoryType::Tensor);
  const std::uint64_t second = memory.take(10 * kGiB, MemoryType::Tensor);
  CHECK(flex::dmvaToSegmentId(first) != flex::dmvaToSegmentId(second));
  CHECK_THROWS_AS(memory.take(17 * kGiB, MemoryType::Tensor), std::runtime_error);
}

TEST_CASE("beyond the modelled capacity memory is out, and says how much is in use", "[unit]") {
  Allocations memory(kMiB);
  memory.take(kMiB - 256, MemoryType::Tensor);
  CHECK_THROWS_WITH(memory.take(512, MemoryType::Tensor),
                    Catch::Contains("out of memory") && Catch::Contains("512 bytes") &&
                        Catch::Contains("1048320 of 1048576 in use"));
  CHECK_NOTHROW(memory.take(256, MemoryType::Tensor));
}

TEST_CASE("the pressure callback may unlock the allocator and free memory", "[unit]") {
  Allocations memory(kMiB);
  const std::uint64_t held = memory.take(kMiB, MemoryType::Tensor);
  int called = 0;
  memory.on_pressure([&](std::unique_lock<std::mutex>& lock) {
    ++called;
    lock.unlock();
    memory.give_back(held);
    lock.lock();
  });
  CHECK(memory.take(kMiB, MemoryType::Tensor) == held);
  CHECK(called == 1);
}

TEST_CASE("a pressure callback that frees nothing is called once and memory is out", "[unit]") {
  Allocations memory(kMiB);
  memory.take(kMiB, MemoryType::Tensor);
  int called = 0;
  memory.on_pressure([&](std::unique_lock<std::mutex>&) { ++called; });
  CHECK_THROWS_WITH(memory.take(128, MemoryType::Tensor), Catch::Contains("out of memory"));
  CHECK(called == 1);
}

TEST_CASE("allocations of several threads never overlap", "[unit]") {
  Allocations memory(kGiB);
  std::vector<std::vector<std::uint64_t>> taken(4);
  std::vector<std::thread> threads;
  for (auto& mine : taken)
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) mine.push_back(memory.take(256, MemoryType::Tensor));
    });
  for (auto& thread : threads) thread.join();
  std::vector<std::uint64_t> all;
  for (const auto& mine : taken) all.insert(all.end(), mine.begin(), mine.end());
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end(), [](std::uint64_t a, std::uint64_t b) {
          return b - a < 256;
        }) == all.end());
  CHECK(memory.statistics().live == 2000);
}
